import type { EvmAddress } from '@interline/kernel';
import type { Accounts } from './process-messages.ts';
import type { RunChain } from './run-chain.ts';
import type { ChainFacts } from './run-facts.ts';

/** Reads one chain's half of the facts. */
export async function chainFacts(
  chain: RunChain,
  before: { readonly block: number; readonly float: bigint },
  accounts: Accounts,
  people: readonly EvmAddress[],
  strangersOf: (account: EvmAddress) => Promise<number>,
): Promise<ChainFacts> {
  const [seen, floatAfter, spenderCoin, floatCoin, spenderNonces, floatNonces, ...held] =
    await Promise.all([
      chain.transfersSince(before.block),
      chain.usdcOf(accounts.float),
      chain.coinOf(accounts.spender),
      chain.coinOf(accounts.float),
      chain.nonces(accounts.spender),
      chain.nonces(accounts.float),
      ...people.map((one) => chain.usdcOf(one)),
    ]);
  return {
    chainId: chain.chainId,
    usdc: chain.usdc,
    seen,
    floatBefore: before.float,
    floatAfter,
    coins: { spender: spenderCoin, float: floatCoin },
    strangers: {
      spender: await strangersOf(accounts.spender),
      float: await strangersOf(accounts.float),
    },
    nonces: { spender: spenderNonces, float: floatNonces },
    usdcOf: new Map(people.map((one, index) => [one, held[index] ?? 0n])),
  };
}
