import { type QuoteRequest, type Refusal, refuse, showUnits } from '@interline/plugins';
import type { FeeFacts } from '../fee/fee-facts.ts';
import { weiWorthMicroUsd } from '../fee/wei-worth.ts';
import type { Priced } from '../upstream/upstream.ts';
import { agreedOutput } from './ask-of.ts';

export interface PriceBounds {
  readonly engine: string;
  readonly nowMs: number;
  readonly maxNativeFeeMicroUsd: bigint;
}

/** Why a price cannot become a quote; null where it can. */
export function unfitPrice(
  { output, minOutput, expiresAtMs, feeWei }: Priced,
  request: QuoteRequest,
  { coin }: FeeFacts,
  bounds: PriceBounds,
): Refusal | null {
  const { engine, nowMs, maxNativeFeeMicroUsd } = bounds;
  if (output === 0n) return refuse('NO_ROUTE', `${engine} would deliver nothing`);
  if (minOutput > output)
    return refuse(
      'RAIL_FAULT',
      `${engine} promises at least ${showUnits(minOutput)} and expects only ${showUnits(output)}`,
    );
  if (expiresAtMs !== null && expiresAtMs <= nowMs)
    return refuse('RAIL_FAULT', `the price of ${engine} had expired when it came`);
  const feeMicroUsd = weiWorthMicroUsd(feeWei, coin);
  if (feeMicroUsd > maxNativeFeeMicroUsd)
    return refuse(
      'NO_ROUTE',
      `${engine} wants a flat fee worth ${showUnits(feeMicroUsd)} micro-USD; at most ${maxNativeFeeMicroUsd} is paid`,
    );
  const agreed = agreedOutput(request);
  if (agreed !== null && output < agreed)
    return refuse(
      'BELOW_AGREED_OUTPUT',
      `output ${showUnits(output)} is below the agreed ${showUnits(agreed)}`,
    );
  return null;
}
