import {
  asUnits,
  type RailContext,
  type TokenRef,
  type Units,
  unitsWorth,
} from '@interline/plugins';
import type { FeeFacts } from './fee-facts.ts';
import { roundUpToTwoDigits } from './round-up-to-two-digits.ts';
import { weiWorthMicroUsd } from './wei-worth.ts';

/** A Permit2 transfer of an ERC-20 to the spender account, on the high side. */
export const pullGas = 100_000n;

export interface Fronted {
  readonly callGas: bigint;
  /** The engine's flat fee. */
  readonly feeWei: Units;
}

/**
 * What the relayer fronts for one transfer, in the source token's smallest units: every step
 * rounded up, then to two digits.
 */
export async function gasPartOf(
  { chains }: RailContext,
  from: TokenRef,
  facts: FeeFacts,
  { callGas, feeWei }: Fronted,
  signal: AbortSignal,
): Promise<Units> {
  const gasWei = await chains.gasCostWei(from.chain, pullGas + callGas, signal);
  const microUsd = weiWorthMicroUsd(gasWei + feeWei, facts.coin);
  return asUnits(roundUpToTwoDigits(unitsWorth(microUsd, from.decimals, facts.source)));
}
