import { exchanged, unitsWorth } from './exchange.ts';
import type { Ask, Asset } from './order.ts';
import { Refused, type Tariff } from './stand-in.ts';

export type Price = { output: bigint; minOutput: bigint; feeUnits: bigint };

type Priced = Pick<Asset, 'decimals' | 'priceMicroUsd'>;

const million = 1_000_000n;

/** The engine's price, rounded in the engine's favour; refuses an amount below its own fee. */
export function priceOffer(
  ask: Pick<Ask, 'units' | 'least'>,
  from: Priced,
  to: Priced,
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
