import type { Deposit } from '../deposit/deposit.ts';
import type { RankedOffer } from '../quote/quote-route.ts';
import type { RailRefusal, Route } from '../route.ts';

/** The result of a request: a route, or only findings if nothing may be sent. */
export type Execution = RouteExecution | DryExecution;

export interface RouteExecution extends Accepted {
  readonly kind: 'route';
  /** It was accepted for an earlier request. */
  readonly isRepeat?: true;
}

export interface Accepted {
  readonly route: Route;
  /** The address that the caller must pay to, if the route waits for a deposit. */
  readonly deposit?: Deposit;
  /** Returned only here. With it the caller can set a refund address later. */
  readonly refundClaim?: string;
}

export interface DryExecution {
  readonly kind: 'dry';
  readonly rankedOffers: readonly RankedOffer[];
  readonly refusals: readonly RailRefusal[];
  readonly note: string;
}

/** A ranked offer was not refused, even if it waits for `live: true`. */
export function dryExecution(
  rankedOffers: readonly RankedOffer[],
  refusals: readonly RailRefusal[],
  note: string,
): DryExecution {
  return {
    kind: 'dry',
    rankedOffers,
    refusals: refusals.filter(({ rail }) => rankedOffers.every(({ quote }) => quote.rail !== rail)),
    note,
  };
}
