import type { SignedEnvelope } from './signed-envelope.ts';

/** The least fee, in stroops: the base fee for each operation, a fee bump counting as one more. */
export function leastFee(envelope: SignedEnvelope, baseFee: bigint): bigint {
  const extra = envelope.feeBump === undefined ? 0 : 1;
  return baseFee * BigInt(Math.max(1, envelope.operations.length) + extra);
}

/** What is charged, in stroops: never more than the bid, and the base fee while there is room. */
export function feeCharged(envelope: SignedEnvelope, baseFee: bigint): bigint {
  const least = leastFee(envelope, baseFee);
  return envelope.maxFee < least ? envelope.maxFee : least;
}

/** A fee bump has to bid at least the rate of the transaction it wraps. */
export function outbidsInner(envelope: SignedEnvelope): boolean {
  const innerOperations = BigInt(Math.max(1, envelope.operations.length));
  return envelope.maxFee * innerOperations >= BigInt(envelope.inner.fee) * (innerOperations + 1n);
}

/** To replace a waiting transaction of the same sequence number takes ten times its rate. */
export function replacementFee(waiting: SignedEnvelope, by: SignedEnvelope): bigint {
  const waitingUnits = leastFee(waiting, 1n);
  return (10n * waiting.maxFee * leastFee(by, 1n) + waitingUnits - 1n) / waitingUnits;
}
