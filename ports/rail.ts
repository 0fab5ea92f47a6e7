import type {
  ChainRef,
  Address,
  FirmQuote,
  JsonObject,
  Lane,
  LanePattern,
  Offer,
  Order,
  Plan,
  Progress,
  QuoteRequest,
  Recall,
  RailOutcome,
  SubsidyLimits,
} from '@interline/kernel';

/** The differences between rails, as data; the core never checks a rail's name. */
export interface RailManifest {
  readonly id: string;
  /** Semver of the rail API the package was written for, e.g. `1.0.0`. */
  readonly api: string;
  readonly version: string;
  readonly title: string;
  /** The engine names in its offers; usually just `[id]`. */
  readonly ways: readonly string[];
  readonly lanes: readonly LanePattern[];
  /** Whether execute broadcasts with `live` omitted (decision 1). */
  readonly broadcast: 'by-default' | 'opt-in';
  /** Whether the service itself refuses an under-delivering transfer (decision 10). */
  readonly minOut: 'enforced' | 'passed-on';
  /**
   * A simulated rail moves nothing, is reached only through the sandbox header and is never ranked.
   */
  readonly effects: 'real' | 'simulated';
  readonly capabilities: readonly RailCapability[];
  /**
   * By chain, the only contracts that its calls and approvals may use. A chain that is left out
   * allows any contract that is not the relayer's.
   */
  readonly targets?: Readonly<Record<ChainRef, readonly Address[]>>;
}

/**
 * - inventory: it pays from our own float
 * - own-price: its prices are our own calculation, not a third party's offer
 */
export type RailCapability = 'inventory' | 'own-price';

export interface Health {
  readonly isUp: boolean;
  /** Our own text. */
  readonly reason?: string;
  /** The state of its engines if they differ; one that is left out has the rail's state. */
  readonly ways?: Readonly<Record<string, WayHealth>>;
}

/**
 * - open: it is used
 * - resting: it failed several times in a row and gets no requests for a while
 * - paused: it asked us to wait
 * - used-up: its rate limit leaves no request for clients
 */
export type WayState = (typeof wayStates)[number];

export const wayStates = ['open', 'resting', 'paused', 'used-up'] as const;

export interface WayHealth {
  readonly state: WayState;
  /** Why it is not open. Our own text, because it reaches clients like a refusal's reason. */
  readonly reason?: string;
  /** Requests that its rate limit leaves for clients now. */
  readonly requestsLeft?: number;
}

/** Terms of a rail's settings that clients may rely on. */
export interface RailTerms {
  /** Present if the rail has the free and micro tiers. */
  readonly microTier?: MicroTierTerms;
}

/** A third party's response compared with the rail's expectations, by path. */
export interface WayExamination {
  readonly isPriced: boolean;
  /** The request and its result as text. */
  readonly says: string;
  /** Present but unknown. */
  readonly isNew: readonly string[];
  /** Expected but missing. */
  readonly isMissing: readonly string[];
  /** Present but unreadable. */
  readonly isUnread: readonly string[];
}

/** Small transfers that cost a fraction of a cent, or nothing, at any price of gas. */
export interface MicroTierTerms {
  readonly leastMicroUsd: bigint;
  readonly mostMicroUsd: bigint;
  readonly destinations: readonly ChainRef[];
  /** The highest gas subsidy, per transfer and per destination and day. */
  readonly subsidy: SubsidyLimits;
}

/**
 * Returns refusals as outcomes and throws only faults. Every call ends soon after its signal
 * aborts.
 */
export interface RailPort {
  readonly manifest: RailManifest;
  /** One offer per engine for the request. Moves nothing. */
  offers(request: QuoteRequest, signal: AbortSignal): Promise<readonly Offer[]>;
  /** The steps that fulfil the order at the quote's terms. Pure data: planning moves nothing. */
  plan(order: Order, quote: FirmQuote, signal: AbortSignal): Promise<RailOutcome<Plan>>;
  /**
   * The state of the transfer behind a plan's `ref`. It never returns to a pending state after DONE
   * or FAILED.
   */
  track(ref: JsonObject, signal: AbortSignal): Promise<Progress>;
  /**
   * The call that recalls an overdue transfer of this order, for a `track` step that names where it
   * would be made. A refusal if it is delivered, already recalled, or too expensive to recall now.
   * It is requested until one is mined, so it moves nothing. Left out by rails whose plans have no
   * `recall`.
   */
  recall?(order: Order, ref: JsonObject, signal: AbortSignal): Promise<RailOutcome<Recall>>;
  health(signal: AbortSignal): Promise<Health>;
  /** Read once, when the rail is admitted. */
  terms?(): RailTerms;
  /**
   * For a doctor: asks an engine's third party for one price and reports how its response differs
   * from the rail's expectations. Moves nothing; null for an engine without a third party.
   */
  examine?(way: string, signal: AbortSignal): Promise<WayExamination | null>;
}

/** A deployment's rails, already guarded. */
export interface RailRegistry {
  readonly rails: readonly RailPort[];
  /** Rails with real effects that declare the lane. */
  onLane(lane: Lane): readonly RailPort[];
  byId(id: string): RailPort | undefined;
  readonly sandbox: RailPort | undefined;
}
