import type {
  BalanceReading, Book, BudgetCharge, ChainRef, Effect, Envelope, EvmAddress, FirmQuote, Hex, Lane, Order, PermitKey, Reservation,
  Route, RouteChange, Taken, Units,
} from '@interline/domain';

/**
 * The journal's only writer. Units run one after another; several may share one COMMIT.
 * `run` resolves only after its COMMIT is durable, and rejects with nothing written when `work` throws.
 * No network inside. A unit started within a unit joins it. Throws `STORE_DOWN` when the database fails.
 */
export interface UnitOfWork {
  /** `name` tells logs and tests which unit it is, e.g. `accept-route`. */
  run<T>(name: string, work: (tx: JournalWriter) => Promise<T>): Promise<T>;
}

/** Reads of committed state, on a connection of their own. */
export interface JournalReader {
  route(id: string): Promise<Route | null>;
  routeByPermit(key: PermitKey): Promise<Route | null>;
  /** Routes that still owe something, or whose effects are not final; oldest first. */
  unsettledRoutes(limit: number, afterId?: string): Promise<readonly Route[]>;
  effectsOf(routeId: string): Promise<readonly Effect[]>;
  envelopesOf(effectIds: readonly string[]): Promise<readonly Envelope[]>;
  /** Every effect of every lane that is open, or in a block (successful or reverted) that is not final. */
  watchedEffects(): Promise<readonly Effect[]>;
  /** Effects that wait for a batch of that account, in the order they were committed. */
  unplacedEffects(chain: ChainRef, account: EvmAddress, limit: number): Promise<readonly Effect[]>;
  /** The account's batch that is not mined yet; there is one at most. */
  openBatch(chain: ChainRef, account: EvmAddress): Promise<Effect | null>;
  lane(chain: ChainRef, account: EvmAddress): Promise<NonceLane | null>;
  lanes(): Promise<readonly NonceLane[]>;
  balance(book: Book): Promise<BalanceReading | null>;
  /** What is open in the book, or left it after its last reading. */
  reservations(book: Book): Promise<readonly Reservation[]>;
  /** The same, with only what counting needs: it is read with every commit. */
  taken(book: Book): Promise<readonly Taken[]>;
  intent(digest: Hex, payer: EvmAddress): Promise<KeptIntent | null>;
  /** Bits of the word that were handed out or used, as one 256-bit number. */
  permitBits(chain: ChainRef, payer: EvmAddress, word: bigint): Promise<bigint>;
  spent(budget: string, day: string): Promise<Units>;
  /** Units of that payer's and token's pulls that are committed and not mined. */
  pendingPulls(chain: ChainRef, token: EvmAddress, payer: EvmAddress): Promise<Units>;
  /** The same of all payers, by token. */
  pendingPullsOn(chain: ChainRef): Promise<ReadonlyMap<EvmAddress, Units>>;
  liabilities(): Promise<readonly Liability[]>;
  /** Those that ended at that time or later, the newest first. */
  deliveryRecords(sinceMs: number, limit: number): Promise<readonly DeliveryRecord[]>;
  idempotent(key: string): Promise<IdempotentAnswer | null>;
  counts(): Promise<{ readonly routes: number; readonly open: number }>;
}

/** Writes inside a unit; its reads see the unit's own writes. */
export interface JournalWriter extends JournalReader {
  /** Throws `PermitTaken` when the (chain, payer, nonce) key exists. */
  insertRoute(route: Route): Promise<void>;
  /** Guarded by version: throws `StaleRoute` unless exactly one row moved. Returns the new state. */
  moveRoute(route: Route, change: RouteChange, nowMs: number): Promise<Route>;
  insertEffect(effect: Effect): Promise<void>;
  /** Guarded by state: throws `StaleEffect` unless the row was in `from`. */
  moveEffect(id: string, from: Effect['state'], change: Partial<Pick<Effect, 'state' | 'minedHash' | 'minedBlock' | 'isFinal' | 'purpose' | 'expects'>>): Promise<void>;
  /** Gives a waiting effect its place in a batch: throws `StaleEffect` where it waits no more. */
  placeEffect(effect: Effect, place: { readonly nonce: number; readonly carried: { readonly by: string; readonly group: number; readonly of: number } }): Promise<void>;
  insertEnvelope(envelope: Envelope): Promise<void>;
  /** A remote signer's second unit. */
  setRaw(unsignedHash: Hex, signed: Envelope): Promise<void>;
  /** The account's next nonce on the chain, taken for good by this unit. Throws `LANE_STOPPED`. */
  allotNonce(chain: ChainRef, account: EvmAddress): Promise<number>;
  /** Sets the lane's start from the chain (first use, or a nonce consumed elsewhere); never below what was allotted. */
  openLane(chain: ChainRef, account: EvmAddress, chainNonce: number): Promise<void>;
  /** Raises the last mined nonce; keeps the larger. */
  markMined(chain: ChainRef, account: EvmAddress, nonce: number): Promise<void>;
  stopLane(chain: ChainRef, account: EvmAddress, reason: string | null): Promise<void>;
  /** Keeps the newer of the stored and the given reading. */
  recordBalance(reading: BalanceReading): Promise<void>;
  insertReservation(reservation: Reservation): Promise<void>;
  /** The money left at that block. A reservation already settled moves to the new block. */
  settleReservation(id: string, block: number): Promise<void>;
  /** A reorg took the settling transaction away. */
  reopenReservation(id: string): Promise<void>;
  setReservation(id: string, change: { readonly units?: Units; readonly countsFromBlock?: number }): Promise<void>;
  /** The money will not leave after all; the row goes. */
  releaseReservation(id: string): Promise<void>;
  reservationsOf(routeId: string): Promise<readonly Reservation[]>;
  keepIntent(intent: KeptIntent): Promise<void>;
  /** Marks a bit as handed out; false when it was already. */
  takePermitBit(chain: ChainRef, payer: EvmAddress, word: bigint, bit: number): Promise<boolean>;
  /** Adds to a day's budget; false, and nothing added, when the limit would be passed. */
  charge(charge: Pick<BudgetCharge, 'budget' | 'units' | 'limit'>, day: string): Promise<boolean>;
  enqueue(job: NewJob): Promise<void>;
  emit(event: OutboxEvent): Promise<void>;
  /** Books an arrival to one route for good; false when another route has it already. */
  creditDelivery(chain: ChainRef, hash: string, logIndex: number, routeId: string): Promise<boolean>;
  putLiability(liability: Liability): Promise<void>;
  clearLiability(routeId: string): Promise<void>;
  /** One a route: a later end replaces the one before. */
  putDeliveryRecord(record: DeliveryRecord): Promise<void>;
  /** The route goes on after all. */
  clearDeliveryRecord(routeId: string): Promise<void>;
  /** Throws `IdempotencyTaken` when the key exists. */
  putIdempotent(answer: IdempotentAnswer): Promise<void>;
  /** Forgets what nobody can use any more: sign requests and idempotent answers a day after their end, budgets of last week, delivery records after 90 days. Permit bits stay: a signature may still be out. */
  prune(nowMs: number): Promise<void>;
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

/** What a sign request promised, kept under the permit's digest and its payer: Permit2 signs no owner, so two payers can share a digest. */
export interface KeptIntent {
  readonly digest: Hex;
  readonly payer: EvmAddress;
  readonly order: Omit<Order, 'routeId'>;
  /** The way that was quoted, whose fee and output execute must use, and the package that plans it. */
  readonly quote: FirmQuote;
  readonly railPackage: string;
  readonly expiresAtMs: number;
}

/** Money we owe and could not deliver yet. */
export interface Liability {
  readonly routeId: string;
  readonly book: Book;
  readonly to: EvmAddress;
  readonly units: Units;
  readonly reason: string;
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

export interface OutboxEvent {
  readonly id: string;
  readonly kind: 'route.done' | 'route.failed' | 'route.reopened';
  readonly routeId: string;
  readonly atMs: number;
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

export class StaleRoute extends Error { override readonly name = 'StaleRoute'; }
export class StaleEffect extends Error { override readonly name = 'StaleEffect'; }
export class PermitTaken extends Error { override readonly name = 'PermitTaken'; }
export class IdempotencyTaken extends Error { override readonly name = 'IdempotencyTaken'; }
