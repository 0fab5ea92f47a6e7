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
  /** How many third parties gave a price, our own inventory and reckoning not counted. */
  readonly bestOf: number;
  /** Every engine that was asked, best first, refusals last. */
  readonly compared: readonly ComparedOffer[];
  /** Facts that engines show beside any quote of the pair, by the engine's name. */
  readonly blocks: Readonly<Record<string, JsonObject>>;
  /** Where the source is deposited by the caller. */
  readonly deposit?: DepositFacts;
  /** What the losses against par are reckoned by; left out where they were not asked for. */
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
 * Moves nothing. Throws `UNROUTABLE_LANE` where no rail declares the lane, `ACCOUNT_STOPPED` where
 * an account of ours on it is stopped, and with every reason `NO_ROUTE`, `CHAIN_UNREACHABLE` or
 * `RATE_LIMITED` where no rail prices it now.
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
 * `beside`: where the store says which accounts are stopped, and what deposits are held to. A store
 * that does not answer does not hold a price back.
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

/** The chosen quote beside everything that was asked for it. */
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
