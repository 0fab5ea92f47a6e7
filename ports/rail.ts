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

/** What differs between rails, as data; nothing in the core asks a rail's name. */
export interface RailManifest {
  readonly id: string;
  /** Semver of the rail API the package was written for, e.g. `1.0.0`. */
  readonly api: string;
  readonly version: string;
  readonly title: string;
  /** The names its offers carry; usually just `[id]`. */
  readonly ways: readonly string[];
  readonly lanes: readonly LanePattern[];
  /** Whether execute broadcasts with `live` omitted (decision 1). */
  readonly broadcast: 'by-default' | 'opt-in';
  /** Whether the service itself refuses an under-delivering transfer (decision 10). */
  readonly minOut: 'enforced' | 'passed-on';
  /** A simulated rail moves nothing, is reached only by the sandbox header and is never ranked. */
  readonly effects: 'real' | 'simulated';
  readonly capabilities: readonly RailCapability[];
  /**
   * By chain, the only contracts that its calls go to and its approvals are for. A chain that is
   * left out takes any contract that is not the relayer's.
   */
  readonly targets?: Readonly<Record<ChainRef, readonly Address[]>>;
}

/**
 * - inventory: it pays out of our own float
 * - own-price: its prices are our own reckoning, which no third party has offered
 */
export type RailCapability = 'inventory' | 'own-price';

export interface Health {
  readonly isUp: boolean;
  /** In our own words. */
  readonly reason?: string;
  /** How its ways fare, where they do apart; one that is left out fares as the rail. */
  readonly ways?: Readonly<Record<string, WayHealth>>;
}

/**
 * - open: it is asked
 * - resting: it failed several times in a row and is left alone
 * - paused: it asked us to wait
 * - used-up: its limit leaves no request for clients
 */
export type WayState = (typeof wayStates)[number];

export const wayStates = ['open', 'resting', 'paused', 'used-up'] as const;

export interface WayHealth {
  readonly state: WayState;
  /** Why it is not open. In our own words: it reaches clients, as a refusal's does. */
  readonly reason?: string;
  /** Requests that its limit leaves for clients now. */
  readonly requestsLeft?: number;
}

/** What a rail's settings let clients rely on. */
export interface RailTerms {
  /** Present where the rail has the free and micro tiers. */
  readonly microTier?: MicroTierTerms;
}

/** One answer of a third party beside what its rail knows of such answers, by places in it. */
export interface WayExamination {
  readonly isPriced: boolean;
  /** The question and its outcome in words. */
  readonly says: string;
  /** There and not known. */
  readonly isNew: readonly string[];
  /** Known, wanted and not there. */
  readonly isMissing: readonly string[];
  /** There and not readable. */
  readonly isUnread: readonly string[];
}

/** Small transfers that cost a fraction of a cent, or nothing, whatever their gas. */
export interface MicroTierTerms {
  readonly leastMicroUsd: bigint;
  readonly mostMicroUsd: bigint;
  readonly destinations: readonly ChainRef[];
  /** What is added to their gas at most, for one transfer and on one destination in a day. */
  readonly subsidy: SubsidyLimits;
}

/**
 * Answers refusals as outcomes and throws only faults. Every call ends soon after its signal
 * aborts.
 */
export interface RailPort {
  readonly manifest: RailManifest;
  /** One offer per way the rail has for the request. Moves nothing. */
  offers(request: QuoteRequest, signal: AbortSignal): Promise<readonly Offer[]>;
  /** The steps that fulfil the order at the quote's terms. Pure data: planning moves nothing. */
  plan(order: Order, quote: FirmQuote, signal: AbortSignal): Promise<RailOutcome<Plan>>;
  /**
   * Where the transfer behind a plan's `ref` stands. Never goes back to something under way once it
   * said DONE or FAILED.
   */
  track(ref: JsonObject, signal: AbortSignal): Promise<Progress>;
  /**
   * The call that takes back an overdue transfer of this order, for a `track` step that says where it
   * would be made; a refusal where it is delivered, taken back already, or too dear to take back now.
   * Asked again until one is mined, so it moves nothing. Left out by rails whose plans name no `recall`.
   */
  recall?(order: Order, ref: JsonObject, signal: AbortSignal): Promise<RailOutcome<Recall>>;
  health(signal: AbortSignal): Promise<Health>;
  /** Read once, when the rail is admitted. */
  terms?(): RailTerms;
  /**
   * For a doctor: asks the third party behind a way for one price and says how its answer differs
   * from what the rail knows. Moves nothing; null for a way behind which there is none.
   */
  examine?(way: string, signal: AbortSignal): Promise<WayExamination | null>;
}

/** The rails a deployment runs, already guarded. */
export interface RailRegistry {
  readonly rails: readonly RailPort[];
  /** Rails with real effects that declare the lane. */
  onLane(lane: Lane): readonly RailPort[];
  byId(id: string): RailPort | undefined;
  readonly sandbox: RailPort | undefined;
}
