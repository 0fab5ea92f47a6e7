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
   * What the rail needs for its answers: an upstream, prices, inventory. Made anew for every check.
   * The suite asks about pairs of its own too, with 6 and 18 decimals and of two assets: an upstream
   * here answers for the pair that it is asked about, or with an error.
   */
  readonly world?: () => WorldParts;
  /** Transfers to track beside those that its plans name. */
  readonly refs?: readonly JsonObject[];
}

/**
 * Makes the rail from the suite's context. Put the canary wherever the rail's settings hold a
 * secret: it must never come out again.
 */
export type MakeRail = (context: RailContext, canary: string) => RailPort;
