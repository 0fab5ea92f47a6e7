import type { TxHash } from '@interline/kernel';
import type { MinedReading } from '@interline/ports';
import type { FloatWallet } from '../float-wallet.ts';

/**
 * A txid commits to the outputs and to the inputs' ids, so two nodes that show it in one block show
 * the same.
 */
export async function shownAlike(
  wallet: FloatWallet,
  mined: readonly Pick<MinedReading, 'hash' | 'blockHash'>[],
  signal: AbortSignal,
): Promise<ReadonlySet<TxHash>> {
  const shown = await Promise.all(
    mined.map(async ({ hash, blockHash }) => {
      try {
        const found = await wallet.readAlike(
          ({ node }) => node.transaction(hash, signal),
          (one) => (one.state === 'confirmed' ? one.block.hash : one.state),
          signal,
        );
        const alike = found.filter(
          (one) => one.state === 'confirmed' && one.block.hash === blockHash,
        );
        return alike.length >= wallet.enough ? [hash] : [];
      } catch {
        return [];
      }
    }),
  );
  return new Set(shown.flat());
}
