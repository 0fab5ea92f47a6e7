import {
  answer,
  type Bps,
  feeOf,
  type FirmQuote,
  asUnits,
  matchLane,
  type QuoteRequest,
  type RailOutcome,
  refuse,
  rescale,
} from '@interline/plugins';
import { sandboxManifest } from './manifest.ts';

const quoteLifeMs = 60_000;

export interface SandboxTerms {
  readonly feeRate: Bps;
  readonly nowMs: number;
  readonly durationSec: number;
}

/**
 * Any token for any other, one whole for one whole, less the standard fee: a rehearsal needs no
 * market.
 */
export function priceOneToOne(
  request: QuoteRequest,
  { feeRate, nowMs, durationSec }: SandboxTerms,
): RailOutcome<FirmQuote> {
  const { lane, from, to, amount } = request;
  if (matchLane(sandboxManifest.lanes, lane) === null)
    return refuse(
      'UNROUTABLE_LANE',
      `the sandbox moves between chains; ${lane.from} to itself is no lane`,
    );
  const fee = feeOf(amount, feeRate);
  const output = asUnits(rescale(amount - fee, from.decimals, to.decimals));
  if (output === 0n)
    return refuse('NO_ROUTE', `amount ${amount} leaves nothing after the fee of ${fee}`);
  return answer({
    kind: 'firm',
    rail: 'sandbox',
    bridge: 'sandbox',
    via: ['sandbox'],
    input: amount,
    output,
    minOutput: output,
    fee,
    durationSec,
    note: 'simulated: priced one to one, nothing moves',
    expiresAtMs: nowMs + quoteLifeMs,
    memo: { outcome: 'done' },
  });
}
