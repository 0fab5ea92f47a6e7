/**
 * Shares of a whole, each in proportion to its weight and rounded down; the largest gets the remainder, so
 * that they add up exactly. Without any weight the first gets everything.
 */
export function splitAmount(whole: bigint, weights: readonly bigint[]): readonly bigint[] {
  const sum = weights.reduce((total, weight) => total + weight, 0n);
  const shares = weights.map((weight) => (sum === 0n ? 0n : (whole * weight) / sum));
  const left = whole - shares.reduce((total, share) => total + share, 0n);
  const largest = weights.reduce(
    (at, weight, here) => (weight > (weights[at] ?? 0n) ? here : at),
    0,
  );
  return shares.map((share, at) => (at === largest ? share + left : share));
}
