/**
 * Each payout's share of the transaction's fee in sats, in the order of its targets. The shares sum
 * to the fee; what does not divide goes to the first ones, a sat each.
 */
export function feesOf({
  feeUnits,
  targets,
}: {
  readonly feeUnits: bigint;
  readonly targets: readonly unknown[];
}): readonly bigint[] {
  const count = BigInt(targets.length);
  return targets.map((_, index) => feeUnits / count + (BigInt(index) < feeUnits % count ? 1n : 0n));
}
