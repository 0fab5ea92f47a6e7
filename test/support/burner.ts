/**
 * Code that runs so many times round a loop of 26 gas, then accepts any signature (ERC-1271) and
 * takes any coin.
 */
export function burner(rounds: number): `0x${string}` {
  const magic = `1626ba7e${'0'.repeat(56)}`;
  return `0x62${rounds.toString(16).padStart(6, '0')}5b6001900380600457507f${magic}60005260206000f3`;
}

/**
 * The same where gas is free, as in a simulation; in a block it burns all that it is given, and
 * reverts.
 */
export function simulationPleaser(rounds: number): `0x${string}` {
  return `0x3a60125762${rounds.toString(16).padStart(6, '0')}5b6001900380600857005bfe`;
}

/**
 * Code that accepts any signature (ERC-1271) and takes any coin while so much gas is left, and
 * reverts below that.
 */
export function gasWatcher(leastGas: number): `0x${string}` {
  const magic = `1626ba7e${'0'.repeat(56)}`;
  return `0x62${leastGas.toString(16).padStart(6, '0')}5a106032577f${magic}60005260206000f35b60006000fd`;
}

/**
 * Code that accepts any signature (ERC-1271) and takes any coin: at once where gas is free, as in a
 * simulation; in a block after so many times round a loop of 26 gas.
 */
export function lateBurner(rounds: number): `0x${string}` {
  const magic = `1626ba7e${'0'.repeat(56)}`;
  return `0x3a15601357${`62${rounds.toString(16).padStart(6, '0')}`}5b6001900380600957505b7f${magic}60005260206000f3`;
}

/** So many times round a loop of 26 gas where gas is free, as in a simulation, and so many in a block. */
export function twoFacedBurner(inSimulation: number, inBlock: number): `0x${string}` {
  const [free, paid] = [inSimulation, inBlock].map((one) => one.toString(16).padStart(6, '0'));
  return `0x3a15600c5762${paid}6011565b62${free}5b600190038060115700`;
}

/**
 * Code of a token that asks the owner's code in `permit`, as USDC does (ERC-1271), and is otherwise
 * the token whose code stands at that address. What the owner's code answers does not matter: its key
 * must have signed in any case.
 */
export function ownerAsking(token: string): `0x${string}` {
  const askOwner = '5f5f5f5f6004355afa50';
  const asToken = `365f5f375f5f365f73${token.slice(2).toLowerCase()}5af43d5f5f3e6043573d5ffd5b3d5ff3`;
  return `0x5f3560e01c63d505accf1415601957${askOwner}5b${asToken}`;
}

/**
 * Code that accepts any signature (ERC-1271) after so many times round a loop of 26 gas where so much
 * gas is left, and reverts at once below that.
 */
export function codeThatNeeds(leastGas: number, rounds: number): `0x${string}` {
  const [least, times] = [leastGas, rounds].map((one) => one.toString(16).padStart(6, '0'));
  const magic = `1626ba7e${'0'.repeat(56)}`;
  return `0x62${least}5a10603f5762${times}5b6001900380600d577f${magic}60005260206000f35b60006000fd`;
}

/** Takes any coin, and logs that `from` had sent a stranger 2^256 - 1 of its own token (ERC-20). */
export function falseTransferLogger(from: string): `0x${string}` {
  const topic = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
  const [sender, somebody] = [from.slice(2).toLowerCase(), 'cc'.repeat(20)];
  return `0x5f195f5273${somebody}73${sender}7f${topic}60205fa300`;
}
