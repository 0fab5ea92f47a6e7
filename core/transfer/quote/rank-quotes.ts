import type { Quote } from '@interline/kernel';

/**
 * Executable before priced-only, then by what the recipient nets, then the faster, then by name so
 * that ties are stable.
 */
export function rankQuotes<T extends { readonly quote: Quote }>(
  offers: readonly T[],
): readonly T[] {
  return [...offers].sort(
    (a, b) =>
      byKind(a.quote, b.quote) ||
      byOutput(a.quote, b.quote) ||
      a.quote.durationSec - b.quote.durationSec ||
      (a.quote.rail < b.quote.rail ? -1 : 1),
  );
}

function byKind(a: Quote, b: Quote): number {
  return Number(a.kind === 'indicative') - Number(b.kind === 'indicative');
}

function byOutput(a: Quote, b: Quote): number {
  return a.output === b.output ? 0 : a.output > b.output ? -1 : 1;
}
