import type { FirmQuote, QuoteRequest, Units } from '@interline/plugins';
import { writeCharge } from '../fee/charge.ts';
import type { AggregatorSetup } from '../setup.ts';
import { showDecimal } from '../show-decimal.ts';
import type { Priced, Upstream } from '../upstream/upstream.ts';
import { agreedOutput } from './ask-of.ts';
import type { PricedTransfer } from './price-after-charge.ts';

export function quoteOf(
  { context, settings }: AggregatorSetup,
  upstream: Upstream,
  request: QuoteRequest,
  { priced, charge }: PricedTransfer,
): FirmQuote {
  const lastMs = context.clock.now() + settings.quoteLifeSec * 1_000;
  const { from } = request;
  return {
    kind: 'firm',
    rail: upstream.name,
    bridge: priced.bridge,
    via: priced.via,
    input: request.amount,
    output: priced.output,
    minOutput: promised(priced, request),
    fee: charge.fee,
    durationSec: priced.durationSec,
    note: `third-party route over ${upstream.title}; our charge ${showDecimal(charge.fee, from.decimals)} ${from.symbol} = ${context.standardFeeBps} bps + gas`,
    expiresAtMs: Math.min(priced.expiresAtMs ?? lastMs, lastMs),
    memo: writeCharge(charge),
  };
}

/**
 * Where the engine's own minimum is below the agreed one, the build asks for a tighter slippage,
 * and drops out if it gets none.
 */
function promised({ minOutput }: Priced, request: QuoteRequest): Units {
  const agreed = agreedOutput(request);
  return agreed !== null && minOutput < agreed ? agreed : minOutput;
}
