import type { SignedTransaction } from '@interline/kernel';
import type { Bump } from '@interline/ports';
import { clockBehindSec, marketRate, type Preparing } from './preparing.ts';
import { signedFields, stellarTx } from './stellar-tx-fields.ts';

/** A pending transaction is replaced only at ten times its rate (CAP-0015). */
const leastFactor = 10n;

/**
 * While the envelope can still be included: a more expensive fee bump around the same inner
 * transaction. Once a ledger has closed past its time: the same operation again under the same
 * sequence number with a new time, so at most one of them can ever apply.
 */
export async function bump(
  preparing: Pick<Preparing, 'settings' | 'head' | 'node' | 'signal'>,
  last: SignedTransaction,
  ownCap: bigint | null,
): Promise<Bump> {
  const { settings, head } = preparing;
  const cap = ownCap !== null && ownCap > settings.feeRateCap ? ownCap : settings.feeRateCap;
  const tx = stellarTx(last.tx);
  const signed = signedFields(tx);
  const market = await marketRate(preparing);
  const offered = tx.maxFeeRate;
  if (head.closed_at > signed.maxTimeSec) {
    const rate = market > offered ? market : offered;
    return rate > cap
      ? { kind: 'capped', offered, needed: market, feeRateCap: cap }
      : {
          kind: 'dearer',
          tx: {
            ...tx,
            signed: { ...signed, inner: null },
            maxFeeRate: rate,
            clockBehindSec: clockBehindSec(preparing),
          },
        };
  }
  if (market <= offered) return { kind: 'enough', feeRateCap: cap };
  const least = leastFactor * offered;
  const rate = market > least ? market : least;
  return rate > cap
    ? { kind: 'capped', offered, needed: rate, feeRateCap: cap }
    : { kind: 'dearer', tx: { ...tx, maxFeeRate: rate } };
}
