import type { LaneTokens } from './engines/engine.ts';
import type { EngineCall } from './fan-out/fan-out-words.ts';

/** What the benchmark tells the engines' process, and what it hears. */
export type ToEngines =
  | { readonly kind: 'serve'; readonly tokens: LaneTokens }
  /** From now on this one takes requests and answers none. */
  | { readonly kind: 'hang'; readonly engine: string }
  /** Tells how many quotes each was asked for since the last count. */
  | { readonly kind: 'count' }
  /** Tells the last call of each for a quote. */
  | { readonly kind: 'calls' };

export type FromEngines =
  | { readonly kind: 'serving'; readonly urls: Readonly<Record<string, string>> }
  | { readonly kind: 'hanging' }
  | { readonly kind: 'calls'; readonly calls: readonly EngineCall[] }
  | { readonly kind: 'counted'; readonly quotes: Readonly<Record<string, number>> };
