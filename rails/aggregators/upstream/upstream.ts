import type {
  Amount,
  EvmAddress,
  Hex,
  JsonObject,
  Ppm,
  Progress,
  RailOutcome,
  TokenRef,
  Units,
} from '@interline/plugins';

/**
 * One engine: a folder beside this file, the same files in each. All it knows of the world is
 * `UpstreamApi`.
 */
export interface Upstream {
  /** The way's name on the wire: `lifi`, `across`, ... */
  readonly name: string;
  readonly title: string;
  /** EVM chains it lists in its documentation; a deployment may narrow them. */
  readonly chainIds: readonly number[];
  readonly traits: UpstreamTraits;
  /** What it would deliver now. Answers refusals in our own words, throws faults. */
  price(ask: Ask, api: UpstreamApi, signal: AbortSignal): Promise<RailOutcome<Priced>>;
  /**
   * The same with the transaction to send: freshly made, read and checked as far as this engine's
   * calldata can be read.
   */
  build(ask: Ask, api: UpstreamApi, signal: AbortSignal): Promise<RailOutcome<Built>>;
  /**
   * Where a transfer stands. `ref` is the `Built`'s own; `srcTx` the transaction that handed the
   * value over, null before it is mined.
   */
  track(
    ref: JsonObject,
    srcTx: Hex | null,
    api: UpstreamApi,
    signal: AbortSignal,
  ): Promise<Progress>;
}

/** What differs between engines, as data. */
export interface UpstreamTraits {
  /** Its real base URL; a deployment may name another. */
  readonly baseUrl: string;
  /** Where status is asked, for engines whose status is another service's. */
  readonly statusUrl?: string;
  /** Without a key. */
  readonly limit: { readonly requests: number; readonly perMs: number };
  /**
   * For status, which is counted apart from prices; the same as `limit` where the engine does not
   * say.
   */
  readonly statusLimit?: { readonly requests: number; readonly perMs: number };
  /** What the call to it burns, approval included, before its transaction is known; for our fee. */
  readonly callGas: bigint;
  /** How often a transfer's state is worth asking for. */
  readonly pollMs: number;
  /**
   * Whom it gives a failed transfer's money back to: `payer` where the request can say so, else
   * `depositor`, which is us.
   */
  readonly refundsTo: 'payer' | 'depositor';
  /**
   * `transfer` where the money is simply sent to an address made for it; any other engine that
   * wants this is refused.
   */
  readonly handsOverBy?: 'call' | 'transfer';
  /** The key its quotes are signed with, where it signs them; a deployment may name another. */
  readonly signer?: string;
}

/** A transfer to be priced: what is left of the payer's money after our own fee. */
export interface Ask {
  readonly fromChainId: number;
  readonly toChainId: number;
  readonly from: TokenRef;
  readonly to: TokenRef;
  /** What is handed over, in the source token's smallest units. */
  readonly units: Amount;
  /** Who deposits: our spender account, on every EVM chain. */
  readonly depositor: EvmAddress;
  /** Who gets a refund, where the engine lets us say it. */
  readonly payer: EvmAddress;
  readonly recipient: EvmAddress;
  readonly slippage: Ppm;
  /** The least that must arrive; null where nobody agreed to one. */
  readonly minOutput: Units | null;
}

export interface Priced {
  /** Expected and promised at least, in the destination token's smallest units. */
  readonly output: Units;
  readonly minOutput: Units;
  readonly durationSec: number;
  /**
   * What the engine would ride on, as one plain word or two, e.g. `stargateV2`; the engine's own
   * name where it does not say.
   */
  readonly bridge: string;
  readonly via: readonly string[];
  /** When the engine itself calls the price stale; null where it does not say. */
  readonly expiresAtMs: number | null;
  /**
   * Coin of the source chain that the call must carry beside the token: an engine's flat fee. For a
   * native source the amount itself is not counted.
   */
  readonly feeWei: Units;
}

export interface Built extends Priced {
  readonly call: BuiltCall;
  /** What `track` needs, beside the source transaction. */
  readonly ref: JsonObject;
}

/** One transaction of the depositor. */
export interface BuiltCall {
  readonly chainId: number;
  readonly to: EvmAddress;
  readonly data: Hex;
  readonly valueWei: Units;
  /**
   * Who must be approved for exactly `ask.units` first; null for a native source or a plain
   * transfer.
   */
  readonly spender: EvmAddress | null;
  /**
   * What could be read out of the calldata; a field it does not hold is left out. All of it is
   * compared with the ask.
   */
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

/** One engine's way out: its base URL, key, limits, breaker and cache stand behind it. */
export interface UpstreamApi {
  readonly settings: UpstreamSettings;
  readonly nowMs: () => number;
  /**
   * Throws `RAIL_TIMEOUT`, `RAIL_DOWN` (breaker open, or it asked us to slow down) and `RAIL_FAULT`
   * (no JSON, too large, 5xx). Other statuses are answers.
   */
  ask(request: UpstreamRequest, signal: AbortSignal): Promise<UpstreamAnswer>;
  /**
   * Notes an item of an answer that was left out because it could not be read, by its place, e.g.
   * `quotes.1`.
   */
  readonly leftOut: (place: string) => void;
}

export interface UpstreamRequest {
  readonly method: 'GET' | 'POST';
  /** Below the base URL, with a leading slash. */
  readonly path: string;
  /** Values left undefined are left out. */
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly body?: JsonObject;
  readonly headers?: Readonly<Record<string, string>>;
  /** Which base: the engine's own, or where it has one its status service. */
  readonly at?: 'base' | 'status';
}

export interface UpstreamAnswer {
  /** Below 500, and never 429. */
  readonly status: number;
  readonly body: unknown;
}

/**
 * A deployment's choices for one engine; the rail reads them, the room uses what it has a use for.
 */
export interface UpstreamSettings {
  readonly apiKey: string | null;
  /** Our name with the engine, where it takes one. */
  readonly integrator: string | null;
  /**
   * A fee of ours inside the engine, in bps, and who gets it; zero by default, since we charge on
   * our own side.
   */
  readonly feeBps: number;
  readonly feeTaker: EvmAddress | null;
  /** Bridges inside the engine, in its own words. */
  readonly allow: readonly string[];
  readonly deny: readonly string[];
  /** Whose signature quotes must bear; null for an engine that signs none. */
  readonly signer: string | null;
}
