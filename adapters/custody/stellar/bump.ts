import type { SignedTransaction, TxFields } from '@interline/kernel';
import type { Bump } from '@interline/ports';
import { marketRate, type Preparing } from './prepare-payment.ts';
import { stellarTx, type StellarTxFields } from './stellar-tx-fields.ts';

/** A waiting transaction is replaced only by ten times its rate (CAP-0015). */
const leastFactor = 10n;

/**
 * While the envelope can still be included, a fee bump around it. Once a ledger has closed past its
 * time, the same operation again under the same sequence number and a new time: at most one of them
 * can ever apply.
 */
export async function bump(
  preparing: Preparing,
  last: SignedTransaction,
  ownCap: bigint | null,
): Promise<Bump> {
  const { settings, head } = preparing;
  const cap = ownCap !== null && ownCap > settings.feeRateCap ? ownCap : settings.feeRateCap;
  const tx = stellarTx(last.tx);
  const market = await marketRate(preparing);
  const offered = tx.maxFeeRate;
  if (head.closed_at > (tx.maxTimeSec ?? 0)) {
    const rate = market > offered ? market : offered;
    return rate > cap
      ? { kind: 'capped', offered, needed: market, feeRateCap: cap }
      : { kind: 'dearer', tx: { ...withoutInner(tx), maxFeeRate: rate } };
  }
  if (market <= offered) return { kind: 'enough', feeRateCap: cap };
  const least = leastFactor * offered;
  const rate = market > least ? market : least;
  if (rate > cap) return { kind: 'capped', offered, needed: rate, feeRateCap: cap };
  return {
    kind: 'dearer',
    tx: { ...tx, maxFeeRate: rate, gasLimit: 2n, inner: tx.inner ?? last.raw ?? '' },
  };
}

function withoutInner({ inner: _, ...tx }: StellarTxFields): TxFields {
  // CAST: a rest of an open type loses its named fields.
  return { ...(tx as TxFields), gasLimit: 1n };
}
