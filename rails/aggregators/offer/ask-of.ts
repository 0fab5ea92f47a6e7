import type { Amount, QuoteRequest, RailContext, Units } from '@interline/plugins';
import type { Ask } from '../upstream/upstream.ts';
import { partyOf } from './anonymous-party.ts';
import type { LaneEnds } from './lane-ends.ts';

/** What an engine is asked for once our charge is set aside. */
export function askOf(
  { relayer }: RailContext,
  request: QuoteRequest,
  ends: LaneEnds,
  units: Amount,
): Ask {
  return {
    ...ends,
    from: request.from,
    to: request.to,
    units,
    depositor: relayer,
    payer: partyOf(request.payer),
    recipient: partyOf(request.recipient),
    slippage: request.slippage,
    minOutput: agreedOutput(request),
  };
}

/** The least output somebody agreed to; null where nobody did, which an order writes as zero. */
export function agreedOutput({ minOutput }: Pick<QuoteRequest, 'minOutput'>): Units | null {
  return minOutput === undefined || minOutput === 0n ? null : minOutput;
}
