/**
 * So that a gas price that flickers gives the same charge, and the same question to an upstream,
 * for some seconds.
 */
export function roundUpToTwoDigits(count: bigint): bigint {
  const step = 10n ** BigInt(Math.max(0, count.toString().length - 2));
  return ((count + step - 1n) / step) * step;
}
