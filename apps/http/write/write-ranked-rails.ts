import type { RankedWay } from '@interline/usecases';
import type * as z from 'zod';
import type { rankedRail } from '../wire/receipt.ts';

export function writeRankedRails(ways: readonly RankedWay[]): z.input<typeof rankedRail>[] {
  return ways.map(({ quote }) => ({
    rail: quote.rail,
    bridge: quote.bridge,
    estOut: quote.output.toString(),
    minOut: quote.minOutput.toString(),
    fee: quote.fee.toString(),
    etaSeconds: quote.durationSec,
  }));
}
