import { type ChainRef, evmNodes } from '@interline/plugins';

/** From 0.10 to 25 USD, both included. */
const microTier = { leastMicroUsd: 100_000n, mostMicroUsd: 25_000_000n } as const;

export type MicroCheck =
  'price-unknown' | 'amount-below-micro' | 'amount-above-micro' | 'destination-not-low-cost';

/**
 * The first check of the micro tier that a transfer fails, or null where the tier is open to it.
 */
export function failedMicroCheck(
  valueMicroUsd: bigint | null,
  destination: ChainRef,
): MicroCheck | null {
  if (valueMicroUsd === null) return 'price-unknown';
  if (valueMicroUsd < microTier.leastMicroUsd) return 'amount-below-micro';
  if (valueMicroUsd > microTier.mostMicroUsd) return 'amount-above-micro';
  const isLowCost = evmNodes.some((node) => node.chain === destination && node.isLowCost);
  return isLowCost ? null : 'destination-not-low-cost';
}
