import type { Asset } from './asset.ts';
import { exchanged, unitsWorth } from './exchange.ts';
import { type Ask, Refused } from './stand-in.ts';
import type { Tariff } from './tariff.ts';

const million = 1_000_000n;

export type Price = { output: bigint; minOutput: bigint; feeUnits: bigint };

/**
 * The engine's price for the ask, all roundings in the engine's favour; refuses an amount its fee
 * eats up.
 */
export function priceOffer(
  ask: Ask,
  from: Asset,
  to: Asset,
  { spreadPpm, flatMicroUsd }: Tariff,
): Price {
  const flatUnits = unitsWorth(flatMicroUsd, from);
  const feeUnits = (ask.units * spreadPpm + million - 1n) / million + flatUnits;
  const output = exchanged(ask.units - feeUnits, from, to);
  if (output <= 0n)
    throw new Refused({ kind: 'too-low', least: 2n * (flatUnits + unitsWorth(1n, from)) });

  const minOutput = leastOf(ask.least, output);
  if (minOutput > output) throw new Refused({ kind: 'no-route' });
  return { output, minOutput, feeUnits };
}

function leastOf(least: Ask['least'], output: bigint): bigint {
  if (least === 'exact') return output;
  return 'units' in least
    ? least.units
    : (output * (million - least.slippagePpm) + million - 1n) / million;
}
