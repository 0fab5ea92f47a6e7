import type {
  BalanceReading,
  Book,
  BudgetCharge,
  ChainRef,
  Effect,
  Envelope,
  EvmAddress,
  Hex,
  Hook,
  HookDelivery,
  HookTry,
  PermitKey,
  Primitive,
  Reservation,
  Route,
  RouteChange,
  Units,
} from '@interline/domain';
import type {
  ApiKey,
  ClaimedTick,
  DeliveryRecord,
  DueDelivery,
  DueSearch,
  Holding,
  IdempotentAnswer,
  KeptAnswer,
  KeptIntent,
  KeyedRequest,
  KeyUse,
  Liability,
  NewJob,
  NonceLane,
  OutboxEvent,
  SeenAs,
} from './store-records.ts';

/**
 * The journal's only writer. Units run one after another, or as if they did; several may share one
 * COMMIT. Where another process was faster `work` runs again from its start, so all it does is
 * reckon and use `tx`. `run` resolves only after its COMMIT is durable, and rejects with nothing
 * written when `work` throws. No network inside. A unit started within a unit joins it. Throws
 * `STORE_DOWN` when the database fails: nothing was written, unless details say `recorded:
 * 'unknown'`. Then the COMMIT was not answered, and a later read tells.
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
  /** Of every status, simulated ones too; the newest first, always in the same order. */
  recentRoutes(limit: number): Promise<readonly Route[]>;
  /** Open ones in any of these stages, those that have not moved for longest first. */
  routesInStages(stages: readonly string[], limit: number): Promise<readonly Route[]>;
  effectsOf(routeId: string): Promise<readonly Effect[]>;
  envelopesOf(effectIds: readonly string[]): Promise<readonly Envelope[]>;
  envelope(hash: Hex): Promise<Envelope | null>;
  /** Every effect of every lane whose end nobody knows yet. */
  openEffects(): Promise<readonly Effect[]>;
  /**
   * Every effect of every lane that is open, or in a block (successful or reverted) that is not
   * final.
   */
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
  /** Both together, with no more than counting needs: it is read with every commit. */
  holding(book: Book): Promise<Holding>;
  intent(digest: Hex, payer: EvmAddress): Promise<KeptIntent | null>;
  /** Bits of the word that were handed out or used, as one 256-bit number. */
  permitBits(chain: ChainRef, payer: EvmAddress, word: bigint): Promise<bigint>;
  spent(budget: string, day: string): Promise<Units>;
  /** Units of that payer's and token's pulls that are committed and not mined. */
  pendingPulls(chain: ChainRef, token: EvmAddress, payer: EvmAddress): Promise<Units>;
  /** The same of all payers, by token. */
  pendingPullsOn(chain: ChainRef): Promise<ReadonlyMap<EvmAddress, Units>>;
  /** How many pulls are committed and not mined on a chain. */
  openPulls(
    chain: ChainRef,
    client: string,
  ): Promise<{ readonly ofClient: number; readonly inAll: number }>;
  liabilities(): Promise<readonly Liability[]>;
  /** Those that ended at that time or later, the newest first. */
  deliveryRecords(sinceMs: number, limit: number): Promise<readonly DeliveryRecord[]>;
  primitive(id: string): Promise<Primitive | null>;
  /** Schedules and conditionals that have not ended. */
  openPrimitives(client: string): Promise<{ readonly ofClient: number; readonly inAll: number }>;
  idempotent(key: string): Promise<IdempotentAnswer | null>;
  keptAnswer(name: string): Promise<KeptAnswer | null>;
  hook(id: string): Promise<Hook | null>;
  hooksOf(routeId: string): Promise<readonly Hook[]>;
  /** The key that signs what the hook is sent; null for an unsigned one. Nothing else reads it. */
  hookSecret(hookId: string): Promise<string | null>;
  /** The hook's, that of the newest event first. */
  deliveriesOf(hookId: string): Promise<readonly HookDelivery[]>;
  /** The hook's tries, the oldest first. */
  triesOf(hookId: string): Promise<readonly HookTry[]>;
  /**
   * Waiting deliveries that are due, first tries before repeated ones, no host more often than
   * that.
   */
  dueDeliveries(due: DueSearch): Promise<readonly DueDelivery[]>;
  /** Hooks that gave up on an event, the newest first. */
  deadHooks(limit: number): Promise<readonly Hook[]>;
  outboxEvent(id: string): Promise<OutboxEvent | null>;
  /** The route's last end that was told; null where it never ended. */
  lastEnd(routeId: string): Promise<OutboxEvent | null>;
  apiKey(hash: string): Promise<ApiKey | null>;
  /** What the key did in the slots that begin at that time or later, the oldest first. */
  keyUse(hash: string, sinceMs: number): Promise<readonly KeyUse[]>;
  /** The key's last requests, the newest first. */
  keyedRequests(hash: string): Promise<readonly KeyedRequest[]>;
  counts(): Promise<{ readonly routes: number; readonly open: number }>;
}

/** Writes inside a unit; its reads see the unit's own writes. */
export interface JournalWriter extends JournalReader {
  /** Throws `PermitTaken` when the (chain, payer, nonce) key exists. */
  insertRoute(route: Route): Promise<void>;
  /**
   * Guarded by version: throws `StaleRoute` unless exactly one row moved. Returns the new state.
   */
  moveRoute(route: Route, change: RouteChange, nowMs: number): Promise<Route>;
  insertEffect(effect: Effect): Promise<void>;
  /**
   * Guarded by state, or by all that is said of how it was seen: throws `StaleEffect` unless the
   * row is as in `from`.
   */
  moveEffect(
    id: string,
    from: Effect['state'] | SeenAs,
    change: Partial<
      Pick<
        Effect,
        'state' | 'minedHash' | 'minedBlock' | 'reorgs' | 'isFinal' | 'purpose' | 'expects'
      >
    >,
  ): Promise<void>;
  /** Gives a waiting effect its place in a batch: throws `StaleEffect` where it waits no more. */
  placeEffect(
    effect: Effect,
    place: {
      readonly nonce: number;
      readonly carried: { readonly by: string; readonly group: number; readonly of: number };
    },
  ): Promise<void>;
  insertEnvelope(envelope: Envelope): Promise<void>;
  /** A remote signer's second unit. */
  setRaw(unsignedHash: Hex, signed: Envelope): Promise<void>;
  /** The account's next nonce on the chain, taken for good by this unit. Throws `LANE_STOPPED`. */
  allotNonce(chain: ChainRef, account: EvmAddress): Promise<number>;
  /**
   * Sets the lane's start from the chain (first use, or a nonce consumed elsewhere); never below
   * what was allotted.
   */
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
  setReservation(
    id: string,
    change: { readonly units?: Units; readonly countsFromBlock?: number },
  ): Promise<void>;
  /** The money will not leave after all; the row goes. */
  releaseReservation(id: string): Promise<void>;
  reservationsOf(routeId: string): Promise<readonly Reservation[]>;
  keepIntent(intent: KeptIntent): Promise<void>;
  /** Marks a bit as handed out; false when it was already. */
  takePermitBit(chain: ChainRef, payer: EvmAddress, word: bigint, bit: number): Promise<boolean>;
  /** Adds to a day's budget; false, and nothing added, when the limit would be passed. */
  charge(charge: Pick<BudgetCharge, 'budget' | 'units' | 'limit'>, day: string): Promise<boolean>;
  enqueue(job: NewJob): Promise<void>;
  /** Reads a route that nobody else moves until the unit is over. */
  lockRoute(id: string): Promise<Route | null>;
  /**
   * Keeps the event, as later than all of its route before it, and with it what every hook on the
   * route owes from now on; a reopening withdraws what was not delivered. Move the route first.
   */
  emit(event: OutboxEvent): Promise<void>;
  insertHook(hook: Hook, secret: string | null): Promise<void>;
  /** One delivery a hook and event, due at that time; a second call changes nothing. */
  oweDelivery(hookId: string, event: OutboxEvent, dueAtMs: number): Promise<void>;
  /**
   * Begins the next try of a waiting delivery that is due, and keeps it from everybody else until
   * then; null where another has it.
   */
  beginTry(deliveryId: string, nowMs: number, lostAtMs: number): Promise<HookDelivery | null>;
  /**
   * What came of the last try. False, and nothing written, where the delivery was moved meanwhile.
   */
  endTry(ended: HookTry, next: Pick<HookDelivery, 'state' | 'dueAtMs'>): Promise<boolean>;
  /** Has a delivery tried again from the start of the schedule, whatever became of it. */
  renewDelivery(deliveryId: string, dueAtMs: number): Promise<void>;
  /** Books an arrival to one route for good; false when another route has it already. */
  creditDelivery(
    chain: ChainRef,
    hash: string,
    logIndex: number,
    routeId: string,
  ): Promise<boolean>;
  putLiability(liability: Liability): Promise<void>;
  clearLiability(routeId: string): Promise<void>;
  /** One a route: a later end replaces the one before. */
  putDeliveryRecord(record: DeliveryRecord): Promise<void>;
  /** The route goes on after all. */
  clearDeliveryRecord(routeId: string): Promise<void>;
  insertPrimitive(primitive: Primitive): Promise<void>;
  /** Reads a record that nobody else moves until the unit is over. */
  primitive(id: string): Promise<Primitive | null>;
  /**
   * Guarded by version: throws `StalePrimitive` unless exactly one row moved. Gives the lease back.
   * Returns the new state.
   */
  movePrimitive<P extends Primitive>(primitive: P, change: Partial<P>, nowMs: number): Promise<P>;
  /**
   * Leases what is due, in no order; of more than `limit` those that wait longest. Every lease
   * raises fence and version.
   */
  claimTicks(claim: {
    readonly nowMs: number;
    readonly leaseMs: number;
    readonly limit: number;
  }): Promise<readonly ClaimedTick[]>;
  /**
   * Ends the lease at that time, so that the tick is tried again; nothing where another worker has
   * it by now.
   */
  postponeTick(tick: ClaimedTick, untilMs: number): Promise<void>;
  /** Throws `IdempotencyTaken` when the key exists. */
  putIdempotent(answer: IdempotentAnswer): Promise<void>;
  /**
   * Takes the name for a request that is about to be answered; answers whoever has it already, else
   * null.
   */
  claimAnswer(claim: KeptAnswer): Promise<KeptAnswer | null>;
  keepAnswer(name: string, answer: string): Promise<void>;
  /** The request was refused: its name is free again. */
  dropAnswer(name: string): Promise<void>;
  insertApiKey(key: ApiKey): Promise<void>;
  /**
   * Adds to the key's counts, and to its last requests, of which it keeps the newest 20. `recent`
   * has the newest first.
   */
  countKeyUse(hash: string, use: readonly KeyUse[], recent: readonly KeyedRequest[]): Promise<void>;
  /**
   * Forgets what nobody can use any more: sign requests, idempotent and kept answers a day after
   * their end, budgets of last week, delivery records and hooks after 90 days, rehearsals and their
   * hooks 7 days after their end, key use after 25 hours, batches and what has ended of schedules
   * and conditionals after 30 days, or as soon as a client has 1,000 newer ones. Permit bits stay:
   * a signature may still be out.
   */
  prune(nowMs: number): Promise<void>;
}
