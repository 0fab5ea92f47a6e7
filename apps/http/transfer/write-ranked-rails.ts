import type { RankedOffer } from '@interline/core/transfer';
import type { rankedRail } from './receipt-schema.ts';
import type * as z from 'zod';

export function writeRankedRails(offers: readonly RankedOffer[]): z.input<typeof rankedRail>[] {
  return offers.map(({ quote }) => ({
    rail: quote.rail,
    bridge: quote.bridge,
    estOut: quote.output.toString(),
    minOut: quote.minOutput.toString(),
    fee: quote.fee.toString(),
    etaSeconds: quote.durationSec,
  }));
}
