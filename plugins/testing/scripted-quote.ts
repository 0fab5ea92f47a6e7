import {
  asUnits,
  feeOf,
  type FirmQuote,
  floorOf,
  type JsonObject,
  type QuoteRequest,
  rescale,
  standardFeeBps,
} from '@interline/kernel';

export interface QuoteTermsScript {
  readonly rail?: string;
  /** Smallest units of the destination token; the input less the fee where omitted. */
  readonly output?: bigint;
  readonly minOutput?: bigint;
  readonly fee?: bigint;
  readonly durationSec?: number;
  readonly expiresAtMs?: number;
  readonly memo?: JsonObject;
}

const farFutureMs = 4_000_000_000_000;

/** A firm quote priced one to one at the standard 8 bps, but for what the script says. */
export function scriptedQuote(request: QuoteRequest, script: QuoteTermsScript = {}): FirmQuote {
  const { rail = 'scripted', durationSec = 30, expiresAtMs = farFutureMs, memo = {} } = script;
  const fee = script.fee ?? feeOf(request.amount, standardFeeBps);
  const output =
    script.output ?? rescale(request.amount - fee, request.from.decimals, request.to.decimals);
  return {
    kind: 'firm',
    rail,
    bridge: rail,
    via: [rail],
    input: request.amount,
    durationSec,
    expiresAtMs,
    memo,
    fee: asUnits(fee),
    output: asUnits(output),
    minOutput: asUnits(script.minOutput ?? floorOf(output, request.slippage)),
  };
}
