import type { ChainRef, FirmQuote } from '@interline/kernel';

/** How often the gas that a quote was priced for its call may take: estimates are rough. */
const frontedFactor = 2n;

/**
 * The most that a rail's call may take there, in the gas of the EVM. One that honestly takes far
 * more than was priced is charged to no budget. Null where the quote does not say what it fronts.
 */
export function mostCallGas(fronts: FirmQuote['fronts'], chain: ChainRef): bigint | null {
  const here = fronts?.filter((one) => one.chain === chain) ?? [];
  return here.length === 0 ? null : frontedFactor * here.reduce((sum, { gas }) => sum + gas, 0n);
}
