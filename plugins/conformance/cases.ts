import type { JsonObject, QuoteRequest } from '@interline/kernel';
import type { RailPort } from '@interline/ports';
import type { RailContext } from '../rail-context.ts';

/** The parts of a host that a rail's author may script; clock and log belong to the suite. */
export type WorldParts = Partial<Omit<RailContext, 'clock' | 'log'>>;

export interface ConformanceCases {
  /**
   * At least two that differ, on lanes the manifest declares, which the rail can price in `world`.
   */
  readonly requests: readonly [QuoteRequest, QuoteRequest, ...QuoteRequest[]];
  /**
   * What the rail needs for its answers: an upstream, prices, inventory. Created anew for every
   * check. The suite also asks about pairs of its own, with 6 and 18 decimals and of two assets: an
   * upstream here must answer for the requested pair, or with an error.
   */
  readonly world?: () => WorldParts;
  /** Transfers to track, in addition to those of its plans. */
  readonly refs?: readonly JsonObject[];
}

/**
 * Creates the rail from the suite's context. Use the canary for every secret in the rail's
 * settings: it must never appear in its output.
 */
export type MakeRail = (context: RailContext, canary: string) => RailPort;
