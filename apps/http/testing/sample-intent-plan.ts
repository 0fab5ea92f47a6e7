import type { IntentOption, IntentPlan, IntentRequest } from '@interline/core/transfer';
import type { QuoteRequest } from '@interline/kernel';
import { sampleFirmQuote } from './sample-quote.ts';

/**
 * The first source that was understood wins, the others follow, and what was not understood is
 * skipped.
 */
export function sampleIntentPlan({ sources }: IntentRequest): IntentPlan {
  const [first, ...alternatives] = sources.flatMap((source) =>
    'request' in source ? [sampleOption(source.request)] : [],
  );
  return {
    plan: first ?? null,
    alternatives,
    skipped: sources.flatMap((source, index) =>
      'refusal' in source ? [{ index, ...source.refusal }] : [],
    ),
  };
}

export function sampleOption(
  request: QuoteRequest,
  change: Partial<IntentOption> = {},
): IntentOption {
  const offer = {
    quote: sampleFirmQuote(request),
    effectiveFee: { lost: 1n, of: 1_000n, basis: 'units' },
    qualityScore: 89,
  } as const;
  return { request, offer, eligibility: { kind: 'ready' }, ahead: [], ...change };
}
