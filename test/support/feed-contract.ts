/**
 * Runtime code of a price feed that says one thing: `decimals()` and `latestRoundData()`, as
 * Chainlink's do.
 */
export function feedCode({
  decimals,
  answer,
  updatedAtSec,
}: {
  readonly decimals: number;
  readonly answer: bigint;
  readonly updatedAtSec: bigint;
}): string {
  const round = [7n, answer, updatedAtSec, updatedAtSec, 7n];
  const push32 = (value: bigint): string =>
    `7f${BigInt.asUintN(256, value).toString(16).padStart(64, '0')}`;
  return [
    '0x',
    '60003560e01c', // the selector
    '63313ce567',
    '14',
    '60c8',
    '57', // decimals(): to the end
    ...round.map((value, at) => `${push32(value)}60${(at * 32).toString(16).padStart(2, '0')}52`),
    '60a06000f3', // five words
    '5b',
    `60${decimals.toString(16).padStart(2, '0')}`,
    '600052',
    '60206000f3',
  ].join('');
}
