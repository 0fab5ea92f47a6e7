import type { Address } from './address.ts';
import { chainFamily, type ChainRef } from './chain.ts';
import { permit2Address } from './permit.ts';
import type { TokenRef } from './token.ts';

/**
 * Contracts that never return what is sent to them, or credit its sender, which is the relayer:
 * singletons and bridge contracts at their canonical addresses on every chain.
 */
const knownContracts: Readonly<Record<string, string>> = {
  [permit2Address]: 'Permit2 itself',
  '0x0000000071727de22e5e9d8baf0edac6f37da032': 'the ERC-4337 entry point',
  '0x4337084d9e255ff0702461cf8895ce9e3b5ff108': 'the ERC-4337 entry point',
  '0xca11bde05977b3631167028862be2a173976ca11': 'Multicall3',
  '0x4e59b44847b379578588920ca78fbf26c0b4956c': 'the deployment proxy',
  '0x1231deb6f5749ef6ce6943a275a1d3e7486f4eae': 'a bridge contract of LI.FI',
  '0x3a23f943181408eac424116af7b7790c94cb97a5': 'a bridge contract of Socket',
  '0xef4fb24ad0916217251f553c0596f8edc630eb66': 'a bridge contract of deBridge',
  '0xe7351fd770a37282b91d153ee690b63579d6dd7f': 'a bridge contract of deBridge',
  '0x5c7bcd6e7de5423a257d81b442095a1a6ced35c5': 'a bridge contract of Across',
  '0x6f26bf09b1c792e3228e5467807a900a503c0281': 'a bridge contract of Across',
  '0x9295ee1d8c5b022be115a2ad3c30c72e34e7f096': 'a bridge contract of Across',
  '0xe35e9842fceaca96570b734083f4a58e8f7c5f2a': 'a bridge contract of Across',
  '0x09aea4b2242abc8bb4bb78d537a67a245a7bec64': 'a bridge contract of Across',
};

/**
 * What the recipient is, if money sent to it is lost; null if it may be an account. `tokens` are
 * those of the chain.
 */
export function deadEndAt(
  chain: ChainRef,
  recipient: string,
  tokens: readonly TokenRef[],
  batchExecutor: Address,
): string | null {
  if (chainFamily(chain) === 'stellar') return issuedBy(recipient, tokens);
  if (chainFamily(chain) !== 'eip155') return null;
  const address = recipient.toLowerCase();
  const token = tokens.find((one) => one.address === address);
  if (token !== undefined) return `the contract of ${token.symbol} itself`;
  return address === batchExecutor ? 'the batch executor' : (knownContracts[address] ?? null);
}

/** An asset that returns to its issuer ceases to exist. */
function issuedBy(recipient: string, tokens: readonly TokenRef[]): string | null {
  const token = tokens.find(({ address }) => address.split(':')[1] === recipient);
  return token === undefined ? null : `the issuer of ${token.symbol}`;
}
