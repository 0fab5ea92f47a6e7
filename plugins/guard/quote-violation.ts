import { matchLane, type Quote, type QuoteRequest } from '@interline/kernel';
import type { RailManifest } from '@interline/ports';
import { isAboveInput } from './is-above-input.ts';

export interface QuoteSetting {
  readonly manifest: RailManifest;
  readonly request: QuoteRequest;
  /** The way that the offer speaks for. */
  readonly way: string;
  readonly nowMs: number;
}

/** What a well-shaped quote gets wrong, in our words, or null. */
export function quoteViolation(
  quote: Quote,
  { manifest, request, way, nowMs }: QuoteSetting,
): string | null {
  const lane = matchLane(manifest.lanes, request.lane);
  if (lane === null) return 'it priced a lane that its manifest does not declare';
  if (lane.settles === 'indicative' && quote.kind === 'firm')
    return 'its quote is firm on a lane that its manifest only prices';
  if (quote.rail !== way) return `its quote names another way than its offer "${way}"`;
  if (quote.input !== request.amount)
    return `its quote takes ${quote.input} where ${request.amount} was asked for`;
  if (quote.minOutput > quote.output)
    return `it promises at least ${quote.minOutput} and expects only ${quote.output}`;
  if (quote.fee > quote.input) return `its fee ${quote.fee} is above the input ${quote.input}`;
  if (isAboveInput(request, quote.output))
    return `it quotes ${quote.output} out of ${quote.input} of one asset`;
  if (quote.kind === 'firm' && quote.expiresAtMs <= nowMs)
    return 'its quote had expired when it came';
  return null;
}
