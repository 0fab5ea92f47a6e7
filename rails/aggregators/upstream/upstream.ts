import type { KnownQuote } from '../wire/compare-shape.ts';
import {
  type Address,
  type Amount,
  answer,
  type ChainRef,
  type EvmAddress,
  type Hex,
  type JsonObject,
  type Ppm,
  type Progress,
  type RailOutcome,
  type Recall,
  type TokenRef,
  type Units,
} from '@interline/plugins';

/**
 * One engine: a folder beside this file, with the same files in each. It reaches the outside only
 * through `UpstreamApi`.
 */
export interface Upstream {
  /** The engine's name on the wire: `lifi`, `across`, ... */
  readonly name: string;
  readonly title: string;
  /** The EVM chains in its documentation; a deployment may narrow them. */
  readonly chainIds: readonly number[];
  readonly traits: UpstreamTraits;
  /** The known members of a quote, for a doctor to compare a live one with. */
  readonly quote: KnownQuote;
  /** How it prices lanes that are never settled; left out if it lists none of their chains. */
  readonly estimates?: Estimates;
  /** What the engine would deliver now. Refusals are outcomes in our own words, faults throw. */
  price(ask: Ask, api: UpstreamApi, signal: AbortSignal): Promise<RailOutcome<Priced>>;
  /**
   * The price with a fresh transaction to send, whose calldata is read and checked as far as this
   * engine's calldata can be read.
   */
  build(ask: Ask, api: UpstreamApi, signal: AbortSignal): Promise<RailOutcome<Built>>;
  /**
   * The progress of a transfer. `ref` comes from its `Built`; `srcTx` is the transaction that
   * handed the value over, null before it is mined.
   */
  track(
    ref: JsonObject,
    srcTx: Hex | null,
    api: UpstreamApi,
    signal: AbortSignal,
  ): Promise<Progress>;
  /**
   * How an undelivered transfer is recalled by a call on the destination; left out if that is
   * impossible, or if the engine refunds automatically.
   */
  readonly recall?: UpstreamRecall;
}

export interface UpstreamRecall {
  /** Its contract there, unless a deployment names another. */
  readonly at: Address;
  /**
   * The call as it would be sent now, derived from the chains without asking the engine. `ref` is
   * from its `Built`. Refuses a transfer that has ended, or cannot be recalled now.
   */
  call(ref: JsonObject, view: RecallView): Promise<RailOutcome<Recall>>;
}

/** The inputs of a recall. */
export interface RecallView {
  readonly from: ChainRef;
  readonly to: ChainRef;
  /** The contract on `to` that the plan named. */
  readonly at: Address;
  /** The return data of a contract's view at the head; null if it reverts. */
  read(chain: ChainRef, to: Address, data: Hex): Promise<Hex | null>;
  /** The coin of `to` that is currently worth that much gas on `from`, rounded up. */
  coinFor(gas: bigint): Promise<RailOutcome<Units>>;
}

/** The differences between engines, as data. */
export interface UpstreamTraits {
  /** The engine's public base URL; a deployment may name another. */
  readonly baseUrl: string;
  /** Its base URL and limit with a key, if they differ. */
  readonly withKey?: {
    readonly baseUrl: string;
    readonly limit: { readonly requests: number; readonly perMs: number };
  };
  /** The base URL of its status service, where that is a separate service. */
  readonly statusUrl?: string;
  /** The request limit without an API key. */
  readonly limit: { readonly requests: number; readonly perMs: number };
  /** The limit of status requests, counted apart from prices; `limit` where it is left out. */
  readonly statusLimit?: { readonly requests: number; readonly perMs: number };
  /** The expected gas of its call, approval included; our fee needs it before the call is known. */
  readonly callGas: bigint;
  /** The assumed duration of a transfer if its price states none. */
  readonly usualSec: number;
  /** The interval between two status requests of one transfer. */
  readonly pollMs: number;
  /**
   * Who gets the refund of a failed transfer: `payer` where the request can name one, else
   * `depositor`, which is our account.
   */
  readonly refundsTo: 'payer' | 'depositor';
  /**
   * `transfer` where deposits are plain transfers to an address made for one order. From any other
   * engine a plain transfer is refused.
   */
  readonly handsOverBy?: 'call' | 'transfer';
  /** What it takes as our name, the setting `integrator`; null where it takes none. */
  readonly integrator: IntegratorForm | null;
  /** The key that signs its quotes, if it signs them; a deployment may name another. */
  readonly signer?: string;
}

export interface IntegratorForm {
  readonly pattern: RegExp;
  /** The form in words, as in `wants four hex digits`. */
  readonly wants: string;
}

/** A question to an engine: a transfer of what is left of the payer's money after our fee. */
export interface Ask {
  readonly fromChainId: number;
  readonly toChainId: number;
  readonly from: TokenRef;
  readonly to: TokenRef;
  /** The amount handed over, in the source token's smallest units. */
  readonly units: Amount;
  /** The account that deposits: our spender account, on every EVM chain. */
  readonly depositor: EvmAddress;
  /** Gets a refund, where the engine lets us name the refund address. */
  readonly payer: EvmAddress;
  readonly recipient: EvmAddress;
  readonly slippage: Ppm;
  /** The least that must arrive; null where no minimum was agreed. */
  readonly minOutput: Units | null;
}

export interface Priced {
  /** The expected and the least promised output, in the destination token's smallest units. */
  readonly output: Units;
  readonly minOutput: Units;
  /** Null where the engine does not say; then its trait `usualSec` counts. */
  readonly durationSec: number | null;
  /** The bridge used by the engine in one or two plain words, otherwise the engine's own name. */
  readonly bridge: string;
  readonly via: readonly string[];
  /** The engine's own expiry of the price; null where it does not state one. */
  readonly expiresAtMs: number | null;
  /**
   * The engine's flat fee: coin of the source chain that the call must carry beside the amount, in
   * wei. The amount of a native source is not counted.
   */
  readonly coinFee: Units;
}

export interface Built extends Priced {
  readonly call: BuiltCall;
  /** What `track` needs beside the source transaction. */
  readonly ref: JsonObject;
}

/** One transaction from the depositor. */
export interface BuiltCall {
  readonly chainId: number;
  readonly to: EvmAddress;
  readonly data: Hex;
  readonly value: Units;
  /** Needs an approval of exactly `ask.units`; null for a native source or a plain transfer. */
  readonly spender: EvmAddress | null;
  /** The facts read from the calldata, all compared with the ask; missing ones are left out. */
  readonly says: CallFacts;
}

export interface CallFacts {
  readonly token?: EvmAddress;
  readonly units?: bigint;
  readonly recipient?: EvmAddress;
  readonly refundTo?: EvmAddress;
  readonly toChainId?: number;
  readonly minOutput?: bigint;
}

/** One engine's access to its API, behind which are its base URL, limits, breaker and cache. */
export interface UpstreamApi {
  readonly settings: UpstreamSettings;
  readonly nowMs: () => number;
  /**
   * Throws `RAIL_TIMEOUT`, `RAIL_DOWN` (breaker open, or the engine asked for a pause) and
   * `RAIL_FAULT` (not JSON, too large, 5xx). Other statuses are returned.
   */
  ask(request: UpstreamRequest, signal: AbortSignal): Promise<UpstreamAnswer>;
  /** Logs an unreadable item that was left out of a response, by its place, e.g. `quotes.1`. */
  readonly leftOut: (place: string) => void;
}

/**
 * How an engine prices lanes that this service does not settle. No transaction is asked for, so a
 * party can be any address.
 */
export interface Estimates {
  /** The chains beside the mesh's EVM chains that it prices. */
  readonly chains: readonly ChainRef[];
  /** Refusals are outcomes in our own words, faults throw. */
  price(
    question: EstimateQuestion,
    api: UpstreamApi,
    signal: AbortSignal,
  ): Promise<RailOutcome<Estimate>>;
}

export interface EstimateQuestion {
  readonly from: TokenRef;
  readonly to: TokenRef;
  /** The amount handed over, in the source token's smallest units. */
  readonly units: Amount;
  /** An address on the source chain. */
  readonly payer: string;
  /** An address on the destination chain. */
  readonly recipient: string;
  readonly slippage: Ppm;
}

export type Estimate = Omit<Priced, 'coinFee'>;

export interface UpstreamRequest {
  readonly method: 'GET' | 'POST';
  /** Below the base URL, with a leading slash. */
  readonly path: string;
  /** Undefined values are left out. */
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly body?: JsonObject;
  readonly headers?: Readonly<Record<string, string>>;
  /** The base URL to use: the engine's own, or that of its status service. */
  readonly at?: 'base' | 'status';
}

export interface UpstreamAnswer {
  /** Below 500, and never 429. */
  readonly status: number;
  readonly body: unknown;
}

/** A deployment's settings for one engine, which its folder uses as far as they apply. */
export interface UpstreamSettings {
  readonly apiKey: string | null;
  /** Our name at the engine, in its trait's form. */
  readonly integrator: string | null;
  /** Our fee inside the engine, in bps; zero by default, because we charge on our own side. */
  readonly feeBps: number;
  readonly feeTaker: EvmAddress | null;
  /** Bridges inside the engine, by the engine's own names. */
  readonly allow: readonly string[];
  readonly deny: readonly string[];
  /** The key that must have signed the quotes; null for an engine that does not sign them. */
  readonly signer: string | null;
}

/**
 * The `price` of an engine whose quote contains the transaction: it builds, so it also refuses
 * where the build would.
 */
export function priceByBuilding(build: Upstream['build']): Upstream['price'] {
  return async (ask, api, signal) => {
    const built = await build(ask, api, signal);
    if (!built.ok) return built;
    const { call: _call, ref: _ref, ...priced } = built.value;
    return answer(priced);
  };
}
