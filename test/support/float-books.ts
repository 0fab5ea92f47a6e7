import { refreshBooks } from '@interline/core/books';
import type { Harness } from './harness.ts';
import { usdcBalance } from './usdc-balance.ts';
import { parts } from '@interline/server';
import { freeOf } from './free-of.ts';

export interface FloatBook {
  readonly chainId: number;
  /** By the chain. */
  readonly held: bigint;
  /** By the store, after a fresh reading. */
  readonly free: bigint;
}

/**
 * The USDC float of every chain, by the chain and by the store: equal when nothing is in transit.
 */
export async function floatBooks(
  harness: Pick<Harness, 'container' | 'devnet'>,
): Promise<readonly FloatBook[]> {
  const money = harness.container.get(parts.transfer).ports;
  const tokens = harness.container.get(parts.tokens);
  const { float } = harness.container.get(parts.evm).evmAccounts;
  return Promise.all(
    harness.container.get(parts.deployment).chains.map(async ({ chain, chainId }) => {
      await refreshBooks(money, tokens, chain, new AbortController().signal);
      const book = { chain, account: float, token: tokens.resolve(chain, 'USDC', 'token').address };
      const reading = await money.store.reads.books.balance(book);
      const free =
        reading === null
          ? 0n
          : freeOf(reading, await money.store.reads.transactions.reservations(book));
      return { chainId, free, held: await usdcBalance(harness.devnet, chainId, float) };
    }),
  );
}
