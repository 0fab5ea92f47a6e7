import type {
  BalanceReading,
  Book,
  ChainRef,
  Effect,
  EvmAddress,
  FirmQuote,
  Hex,
  Lane,
  Order,
  Taken,
  TickingPrimitive,
  Units,
} from '@interline/domain';

// What the journal keeps beside the domain's own values.

/**
 * What a book holds by its last reading, which is null before the first, and what is taken from
 * that.
 */
export interface Holding {
  readonly reading: BalanceReading | null;
  readonly taken: readonly Taken[];
}

/** One account's nonces on one chain. */
export interface NonceLane {
  readonly chain: ChainRef;
  readonly account: EvmAddress;
  readonly nextNonce: number;
  /** Highest nonce seen in a block; -1 for none. */
  readonly lastMined: number;
  /** Why nothing more is sent, or null. */
  readonly stopped: string | null;
}

/**
 * What a sign request promised, kept under the permit's digest and its payer: Permit2 signs no
 * owner, so two payers can share a digest.
 */
export interface KeptIntent {
  readonly digest: Hex;
  readonly payer: EvmAddress;
  readonly order: Omit<Order, 'routeId'>;
  /**
   * The way that was quoted, whose fee and output execute must use, and the package that plans it.
   */
  readonly quote: FirmQuote;
  readonly railPackage: string;
  readonly expiresAtMs: number;
}

/**
 * How an effect stood, in which block if in any, and after how many reorgs: of two findings about
 * it the later one counts, so a change says which it rests on.
 */
export type SeenAs = Pick<Effect, 'state' | 'minedHash' | 'minedBlock' | 'reorgs'>;

/** Money we owe and could not deliver yet. */
export interface Liability {
  readonly routeId: string;
  readonly book: Book;
  readonly to: EvmAddress;
  readonly units: Units;
  readonly reason: string;
  /** When it was first put; later ones change the rest. */
  readonly sinceMs: number;
}

/** How a transfer ended: what a way's track record is made of. */
export interface DeliveryRecord {
  readonly routeId: string;
  /** The way's own name. */
  readonly rail: string;
  readonly lane: Lane;
  /** What the way said would arrive. */
  readonly quoted: Units;
  /** What did, in the agreed token. */
  readonly delivered: Units;
  /** The least that was agreed. */
  readonly agreed: Units;
  /** From the accepted order to its end. */
  readonly tookMs: number;
  /**
   * - delivered: what was quoted, or more
   * - missed: less than that, and no less than agreed
   * - failed: below what was agreed, refunded, or in another token
   */
  readonly outcome: 'delivered' | 'missed' | 'failed';
  readonly atMs: number;
}

/** A due record under a lease. */
export interface ClaimedTick {
  readonly record: TickingPrimitive;
  /** Leases of this tick, the one at hand included. */
  readonly attempts: number;
}

export interface OutboxEvent {
  readonly id: string;
  readonly kind: 'route.done' | 'route.failed' | 'route.reopened';
  readonly routeId: string;
  /** As they stood at the event. */
  readonly srcTx: string | null;
  readonly destTx: string | null;
  readonly atMs: number;
}

export interface DueSearch {
  readonly nowMs: number;
  readonly limit: number;
  readonly perHost: number;
  readonly notHosts: readonly string[];
}

export interface DueDelivery {
  readonly id: string;
  readonly host: string;
}

export interface NewJob {
  readonly kind: 'advance-route';
  /** What it is about; one open job per kind and subject. */
  readonly subject: string;
  readonly runAtMs: number;
}

/** A reply to repeat for the same `Idempotency-Key`. */
export interface IdempotentAnswer {
  readonly key: string;
  /** Digest of the request body the key was first used with. */
  readonly bodyHash: string;
  readonly routeId: string;
  readonly atMs: number;
}

/** A client's key as we know it: the key itself is nowhere, only its SHA-256. */
export interface ApiKey {
  readonly hash: string;
  readonly label: string;
  readonly createdAtMs: number;
}

/** A key's requests to one path in five minutes. */
export interface KeyUse {
  /** Where the five minutes begin. */
  readonly slotMs: number;
  readonly path: string;
  readonly total: number;
  readonly errors: number;
}

/**
 * One request made with a key: nothing of who sent it and what it held. `path` is the endpoint's
 * own, without ids.
 */
export interface KeyedRequest {
  readonly path: string;
  readonly status: number;
  readonly tookMs: number;
  readonly atMs: number;
}

/** What a request with an Idempotency-Key is answered with, and again on every repeat. */
export interface KeptAnswer {
  /** A digest of client, path and key. */
  readonly name: string;
  readonly bodyHash: string;
  /** JSON text; null while the first request is under way. */
  readonly answer: string | null;
  readonly atMs: number;
}
