import type { Hex } from '@interline/domain';

/**
 * The most a transaction pays before its code runs: every byte taken as non-zero, and the floor of EIP-7623 where that
 * is higher. A limit too high costs nothing, counting zero bytes does.
 */
export function intrinsicGas(data: Hex): bigint {
  const bytes = BigInt((data.length - 2) / 2);
  return 21_000n + 40n * bytes;
}

/** For gas measured inside a batch, where earlier calls may have warmed what will be cold in a block. */
export function limitFromMeasured(data: Hex, gasUsed: bigint, postingGas: bigint): bigint {
  return intrinsicGas(data) + withHeadroom(gasUsed) + postingGas;
}

/** For a node's own estimate, which has everything in it. */
export function withHeadroom(gas: bigint): bigint {
  return (gas * 13n) / 10n + 30_000n;
}
