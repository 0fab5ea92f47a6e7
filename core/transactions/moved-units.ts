import type { ExpectedTransfer } from '@interline/kernel';
import type { MinedReading } from '@interline/ports';

/**
 * What the transaction moved of the expected token between the expected parties; its logs are the
 * only evidence.
 */
export function movedUnits(mined: MinedReading, expects: ExpectedTransfer | null): bigint {
  if (expects === null) return 0n;
  return mined.transfers
    .filter(
      (one) => one.token === expects.token && one.from === expects.from && one.to === expects.to,
    )
    .reduce((sum, one) => sum + one.units, 0n);
}
