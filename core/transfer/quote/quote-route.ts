import {
  type FirmQuote,
  isRelayError,
  type JsonObject,
  type Quote,
  type QuoteRequest,
} from '@interline/kernel';
import type { CustodyPort, RailRegistry } from '@interline/ports';
import { assertAccountsRun, type TransactionReads } from '../../transactions/index.ts';
import type { SidePrices } from '../compare/guard.ts';
import { sidePrices } from '../compare/side-prices.ts';
import { type DepositFacts, depositFacts } from '../deposit/deposit-facts.ts';
import type { RailRefusal } from '../route.ts';
import { type CollectedOffers, collectOffers } from './collect-offers.ts';
import { cannotQuote } from './rails-refused.ts';

interface StoppedAccounts {
  readonly custody: Pick<CustodyPort, 'account'>;
  readonly store: {
    readonly reads: { readonly transactions: Pick<TransactionReads, 'stoppedAmong'> };
  };
}

export interface ComparedOffer {
  readonly rail: string;
  readonly quote: Quote | null;
  readonly refusal: RailRefusal | null;
}

export interface RouteQuote {
  readonly best: Quote;
  /** How many third parties returned a price, without our own inventory and estimates. */
  readonly bestOf: number;
  /** Every engine that was asked, best first, refusals last. */
  readonly compared: readonly ComparedOffer[];
  /** Facts that engines attach to any quote of the pair, by engine name. */
  readonly blocks: Readonly<Record<string, JsonObject>>;
  /** Set if the caller deposits the source. */
  readonly deposit?: DepositFacts;
  /** The prices for losses against par; left out if they were not requested. */
  readonly prices?: SidePrices;
}

/** A firm quote with the package that can plan it. */
export interface RankedOffer {
  readonly railPackage: string;
  readonly quote: FirmQuote;
}

export interface QuoteOptions {
  readonly excludeRails: readonly string[];
}

/**
 * Moves nothing. Throws `UNROUTABLE_LANE` if no rail declares the lane, and `ACCOUNT_STOPPED` if an
 * account of ours on it is stopped. If no rail prices it now, throws `NO_ROUTE`,
 * `CHAIN_UNREACHABLE` or `RATE_LIMITED` with every reason.
 */
export type QuoteRoute = (
  request: QuoteRequest,
  options: QuoteOptions,
  signal: AbortSignal,
) => Promise<RouteQuote>;

interface Beside {
  readonly accounts: StoppedAccounts;
  readonly deposits: Parameters<typeof depositFacts>[0];
}

/**
 * `beside`: the store's stopped accounts, and the limits of deposits. A store that does not respond
 * does not block a price.
 */
export function quoteRoute(registry: RailRegistry, beside: Beside | null = null): QuoteRoute {
  return async (request, options, signal) => {
    const [collected] = await Promise.all([
      collectOffers(registry, request, options.excludeRails, signal),
      beside === null
        ? null
        : assertAccountsRun(
            beside.accounts.custody,
            beside.accounts.store.reads,
            request.lane,
          ).catch(onlyStopped),
    ]);
    const best = collected.priced[0]?.quote;
    if (best === undefined) throw cannotQuote(collected);
    const quote = routeQuoteOf(best, collected);
    if (beside === null) return quote;
    const [deposit, prices] = await Promise.all([
      depositFacts(beside.deposits, request, best, signal),
      sidePrices(beside.deposits.price, request, signal),
    ]);
    return { ...quote, prices, ...(deposit === null ? {} : { deposit }) };
  };
}

function onlyStopped(error: unknown): void {
  if (isRelayError(error) && error.code === 'ACCOUNT_STOPPED') throw error;
}

/** The chosen quote with everything that was requested for it. */
export function routeQuoteOf(
  best: Quote,
  { priced, refusals, excluded, blocks }: CollectedOffers,
): RouteQuote {
  return {
    best,
    bestOf: priced.filter(({ rail }) => rail.manifest.capabilities.length === 0).length,
    compared: [
      ...priced.map(({ quote }) => ({ rail: quote.rail, quote, refusal: null })),
      ...[...refusals, ...excluded].map((refusal) => ({
        rail: refusal.rail,
        quote: null,
        refusal,
      })),
    ],
    blocks,
  };
}
