import type { BookReads } from '@interline/core/books';
import type { ModelChain } from './model-chain.ts';
import { accounts, modelToken } from './model-accounts.ts';

/**
 * Chains whose reorg no reading has followed yet: with few confirmations the last one may be of a
 * block that is gone, and a hold may count from a block above the one its pull is in now. A reading
 * follows once it stands at the head that the reorg left; while a node is silent it may stand lower.
 */
export class UnreadChains {
  readonly #heads = new Map<ModelChain, number>();

  add(chain: ModelChain): void {
    this.#heads.set(chain, chain.head.number);
  }

  has(chain: ModelChain): boolean {
    return this.#heads.has(chain);
  }

  /** Takes the chain off where its stored reading has come that far. */
  async noteRead(chain: ModelChain, books: Pick<BookReads, 'balance'>): Promise<void> {
    const stored = await books.balance({
      chain: chain.ref,
      account: accounts.float,
      token: modelToken,
    });
    if (stored !== null && stored.block >= (this.#heads.get(chain) ?? 0)) this.#heads.delete(chain);
  }
}
