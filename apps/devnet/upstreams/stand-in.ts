import type { Ask, Asset, ContractOrder, Offer, Order, OrderBook } from './order.ts';

/** An engine's fees and durations; they differ so that no engine wins everywhere. */
export interface Tariff {
  readonly spreadPpm: bigint;
  /** Taken off the output, whatever the amount. */
  readonly flatMicroUsd: bigint;
  /** Asked on top, in the source chain's coin. */
  readonly feeWei: bigint;
  /** From the deposit to the payment. */
  readonly fillMs: number;
  /** From a request to its response, unless the devnet is told to be prompt. */
  readonly answerMs: number;
}

export type EngineName =
  'lifi' | 'relay' | 'across' | 'socket' | 'debridge' | 'symbiosis' | 'stargate' | 'oneclick';

/**
 * One engine's dialect: its request formats, its calldata, and its names for an order's stages.
 * Prices, deposits, payments and faults belong to the framework and are the same for all.
 */
export interface StandIn {
  readonly engine: EngineName;
  /** EVM chains its documentation lists. */
  readonly chainIds: readonly number[];
  readonly tariff: Tariff;
  /** Where it signs its quotes: what the signatures verify with. */
  readonly signer?: string;
  readonly quotes: readonly QuoteEndpoint[];
  readonly statuses: readonly StatusEndpoint[];
  /** What it answers besides: token lists, hints that a deposit was sent. */
  readonly others?: readonly OtherEndpoint[];
  /** Its own status and body for a request it will not serve. */
  refusal(refusal: Refusal): Answer;
}

/** Paths are @koa/router's: `/order/:orderId/status`. */
type Endpoint = { readonly method: 'GET' | 'POST'; readonly path: string };

/**
 * The framework calls `read`, then `calldata`, then `body`; each deposit of that calldata settles
 * that one offer.
 */
export interface QuoteEndpoint extends Endpoint {
  /** Throws `Refused`. */
  read(request: EngineRequest): Ask;
  /** Must contain `offer.id` or another unique value. Null when only a price was requested. */
  calldata(offer: Offer, request: EngineRequest): Calldata | null;
  /**
   * For an engine whose own contracts keep the order: that order, with the id that they compute;
   * null when only a price was requested. Called before `calldata`.
   */
  readonly contractOrder?: (offer: Offer, request: EngineRequest) => ContractOrder | null;
  body(offer: Offer, call: Call | null, request: EngineRequest): object;
  /**
   * The body of a price without a possible payment, on a lane with a chain that the devnet does not
   * run; null for other lanes.
   */
  readonly estimate?: (
    request: EngineRequest,
    world: { readonly assets: readonly Asset[]; readonly tariff: Tariff },
  ) => object | null;
  /**
   * The engine whose deposits are plain transfers to `offer.depositAddress`; its calldata is null
   * then.
   */
  readonly takesTransfers?: (request: EngineRequest) => boolean;
}

export interface StatusEndpoint extends Endpoint {
  /** Throws `Refused`; undefined when the engine does not know such an order. */
  find(request: EngineRequest, book: OrderBook): Order | undefined;
  tell(order: Order | undefined, request: EngineRequest): Answer;
}

export interface OtherEndpoint extends Endpoint {
  serve(
    request: EngineRequest,
    world: { readonly assets: readonly Asset[]; readonly book: OrderBook },
  ): Answer;
}

export interface EngineRequest {
  readonly params: Readonly<Record<string, string>>;
  /** The first value of each. */
  readonly query: Readonly<Record<string, string>>;
  /** Parsed JSON of a POST; undefined for a GET. */
  readonly body: unknown;
}

export interface Answer {
  readonly status: number;
  readonly body: object;
}

/** `valueWei` is all the transaction carries: the amount of a native source and `offer.feeWei`. */
export type Calldata = { readonly data: string; readonly valueWei: bigint };

/** `to` is the bridge except under `wrong-target`. */
export type Call = Calldata & { readonly to: string };

export type Refusal =
  | { readonly kind: 'missing'; readonly field: string }
  | { readonly kind: 'malformed'; readonly field: string; readonly found: string }
  | { readonly kind: 'too-low'; readonly least: bigint }
  | { readonly kind: 'no-route' }
  | { readonly kind: 'rate-limited' };

/** Thrown by an engine's readers; answered in the engine's format. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.kind);
    this.refusal = refusal;
  }
}
