import type { BookedOutput, JobWrites, StorePort } from '@interline/ports';
import type { BookReads, BookWrites } from '../books/index.ts';
import type { IdempotencyReads, IdempotencyWrites } from '../idempotency/index.ts';
import type { SwitchReads } from '../switches/index.ts';
import type { TransactionReads, TransactionWrites } from '../transactions/index.ts';
import type { RouteAnnouncements, RouteEvent } from './announcements.ts';
import type {
  Book,
  ChainRef,
  Address,
  FirmQuote,
  Hex,
  Lane,
  Order,
  PermitKey,
  Units,
} from '@interline/kernel';
import type { Deposit, DepositChange } from './deposit/deposit.ts';
import type { Funding, WaitingFundings } from './funding/funding.ts';
import type { Route, RouteChange, RouteStatus } from './route.ts';

/** What of a deposit is in blocks that are not deep. */
export interface ShallowDeposit extends Pick<Deposit, 'routeId' | 'client'> {
  readonly units: Units;
}

export interface WaitingDeposits extends LockedDeposits {
  /** Whose price is not taken: they are not paid in full, or were and are not any more. */
  readonly unpaid: number;
}

/** Deposits that hold a price. */
export interface LockedDeposits {
  /** Those without a price whose payment is still expected: with a lock or without. */
  readonly running: number;
  /** What was agreed of those that may still come at their locked price. */
  readonly locked: Units;
}

/**
 * What a sign request promised, kept under the permit's digest and its payer: Permit2 signs no
 * owner, so two payers can share a digest.
 */
export interface KeptOrder {
  readonly digest: Hex;
  readonly payer: Address;
  readonly order: Omit<Order, 'routeId'>;
  /** The quote whose fee and output execute must use, and the package that plans it. */
  readonly quote: FirmQuote;
  readonly railPackage: string;
  /**
   * What the relayer fronts for it, at the market of the sign request and in the source token's
   * smallest units; null where that could not be priced then.
   */
  readonly cost: Units | null;
  readonly expiresAtMs: number;
}

/** How a transfer ended; an engine's track record consists of these. */
export interface TransferRecord {
  readonly routeId: string;
  /** The engine's name. */
  readonly rail: string;
  readonly lane: Lane;
  /** What the engine said would arrive. */
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
  /** The symbol that both sides have; null where they differ, and of records that are older than this. */
  readonly token: string | null;
  /**
   * What it cost of what was sent, all in, in hundredths of a percent, rounded up; below zero where
   * more arrived. Null where the token is null, and where it failed.
   */
  readonly costBps: number | null;
}

/** What a payer is shown of a route of theirs. */
export type OwnRoute = Pick<Route, 'id' | 'status' | 'stage' | 'createdAtMs'>;

/** Which of a payer's routes are asked for; all where nothing is said. */
export interface OwnFilter {
  readonly status?: RouteStatus;
  /** Accepted at that time or later. */
  readonly sinceMs?: number;
  /** Accepted before that time. */
  readonly untilMs?: number;
  /** Money came back to the payer, or is held. */
  readonly isRefund?: true;
  /** Money is held that is owed to the payer. */
  readonly isHeld?: true;
}

/** A place among a payer's routes, whether its route is still listed or not. */
export type OwnRoutePlace = Pick<Route, 'id' | 'createdAtMs'>;

/** A route that still owes something, and its place among them. */
export type OwingRoute = Pick<Route, 'id' | 'createdAtMs'>;

/** A place among ended routes, in the order in which they ended. */
export interface EndedPlace {
  readonly id: string;
  readonly endedAtMs: number;
}

/** What of a stretch of ended routes can go to the archive. */
export interface ArchiveCandidates {
  readonly ids: readonly string[];
  /** How many were looked at. */
  readonly looked: number;
  /** Where the next stretch begins; null at the last. */
  readonly next: EndedPlace | null;
}

/** A place among the archive's pages, in the order in which they were written. */
export interface PagePlace {
  readonly id: string;
  readonly archivedAtMs: number;
}

/** A page of the archive as it is exported. */
export interface ExportPage extends PagePlace {
  /** One for each route: its receipt, transactions, signed forms and book entries as JSON. */
  readonly lines: readonly string[];
  /** When the last of its routes ended. */
  readonly endedAtMs: number;
  /** Its version, so that it is released only if it was not changed meanwhile. */
  readonly mark: string;
}

/** Ended routes as they were read, ready to be moved together. */
export interface ArchivePage {
  readonly routes: readonly {
    readonly id: string;
    readonly version: number;
    readonly permitKey: string | null;
    /** By which a transaction of it is found: ids, and hashes of signed forms. */
    readonly names: readonly string[];
  }[];
  /** All their rows, in the store's own form. */
  readonly content: string;
}

export class StaleRoute extends Error {
  override readonly name = 'StaleRoute';
}

export class PermitTaken extends Error {
  override readonly name = 'PermitTaken';
}

/**
 * Which addresses at which nothing was seen yet are looked at: those whose payment is expected, for their
 * lock's time or as long without a lock, and those whose turn it is.
 */
export interface UnseenDue {
  readonly nowMs: number;
  readonly lockMs: number;
  /** Indices, `below` left out. Money can come to an address at any time after it was issued. */
  readonly turn: { readonly from: number; readonly below: number };
}

/**
 * Reads of committed state, on a connection of their own. A route is found by its id and its permit
 * in the archive too; lists have only what is not archived.
 */
export interface TransferReads {
  route(id: string): Promise<Route | null>;
  /**
   * The same to be shown, and nothing is decided by it: what is archived may be read from a replica. It
   * is never older than what was shown before.
   */
  routeToShow(id: string): Promise<Route | null>;
  /** Those of them that are `DONE`. */
  doneAmong(ids: readonly string[]): Promise<readonly string[]>;
  routeByPermit(key: PermitKey): Promise<Route | null>;
  /** The same among those that are not archived, which is where a request that is sent twice has its route. */
  liveRouteByPermit(key: PermitKey): Promise<Route | null>;
  /** Routes that still owe something, or whose transactions are not final; oldest first. */
  unsettledRoutes(limit: number, afterId?: string): Promise<readonly Route[]>;
  /**
   * Routes with a rail whose plans name the address and that were credited at least so much: those to
   * which the address may give money back.
   */
  runningThrough(address: Address, least: Units): Promise<readonly Route[]>;
  /**
   * Routes that still owe something, from after that one, oldest first: only what finds them again,
   * for there may be thousands.
   */
  owingRoutes(limit: number, after?: OwingRoute): Promise<readonly OwingRoute[]>;
  /** How many of the unsettled were accepted with the keys of that spender account. */
  countUnsettled(spender: Address): Promise<number>;
  /** Rebalancings of the float that have not ended; oldest first. */
  openRebalances(): Promise<readonly Route[]>;
  /** Where an engine may pay our float: the floats at both ends of each of them. */
  arrivalsDue(): Promise<readonly Book[]>;
  /**
   * Those whose permit the payer signed on these chains, newest first; the ones behind that place.
   * Nothing of the archive, and no rehearsal.
   */
  routesOfPayer(search: {
    readonly payer: Address;
    readonly chains: readonly ChainRef[];
    readonly after: OwnRoutePlace | null;
    readonly limit: number;
    readonly only?: OwnFilter;
  }): Promise<readonly Route[]>;
  /** How many of the same there are of each status; statuses without any are left out. */
  countOfPayer(search: {
    readonly payer: Address;
    readonly chains: readonly ChainRef[];
  }): Promise<ReadonlyMap<RouteStatus, number>>;
  /** Of every status, simulated ones too; the newest first, always in the same order. */
  recentRoutes(limit: number): Promise<readonly Route[]>;
  /** Those that the transaction of this hash took in, paid out or refunded, rehearsals apart; oldest first. */
  routesByTransaction(hash: string, limit: number): Promise<readonly Route[]>;
  /**
   * Those of which that address is the payer, the recipient, the deposit's, or where a refund goes; the
   * newest first. For a person who asks, since it reads all that is not archived.
   */
  routesOfAddress(address: string, limit: number): Promise<readonly Route[]>;
  /**
   * Ended ones whose refund came out of the float because an engine had what was handed to it; the
   * one that ended first in front.
   */
  madeUpRoutes(): Promise<readonly Route[]>;
  /** Open ones in any of these stages, those that have not moved for longest first. */
  routesInStages(stages: readonly string[], limit: number): Promise<readonly Route[]>;
  /**
   * Open ones, sandbox apart, that are in any of these stages or were accepted before that time, and
   * how many there are. Those that hold money come first, the longest unmoved ahead.
   */
  waitingRoutes(
    waiting: { readonly stages: readonly string[]; readonly acceptedBeforeMs: number },
    limit: number,
  ): Promise<{ readonly routes: readonly Route[]; readonly count: number }>;
  intent(digest: Hex, payer: Address): Promise<KeptOrder | null>;
  /** Bits of the word that were suggested or used, as one 256-bit number. */
  permitBits(chain: ChainRef, payer: Address, word: bigint): Promise<bigint>;
  /** Those that ended at that time or later, the newest first. */
  transferRecords(sinceMs: number, limit: number): Promise<readonly TransferRecord[]>;
  routeEvent(id: string): Promise<RouteEvent | null>;
  /** The route's last announced end; null where it never ended. */
  lastEnd(routeId: string): Promise<RouteEvent | null>;
  /** Of all routes, ended ones too: for audits, since it takes longer the more there are. */
  counts(): Promise<{ readonly routes: number; readonly open: number }>;
  /** Those of a stretch that ended before that time and of which nothing can come any more. */
  archiveCandidates(stretch: {
    readonly endedBeforeMs: number;
    readonly after: EndedPlace | null;
    readonly limit: number;
  }): Promise<ArchiveCandidates>;
  archivePage(ids: readonly string[]): Promise<ArchivePage>;
  /** The archive's page behind that place that still has its receipts; null at the last. */
  exportPage(after: PagePlace | null): Promise<ExportPage | null>;
  /** How many open routes each stage has; stages without any are left out. */
  openByStage(): Promise<ReadonlyMap<string, number>>;
  /** The route's deposit; null where it has none. */
  deposit(routeId: string): Promise<Deposit | null>;
  /** Whether it was issued for any deposit, to whomever. */
  isDepositAddress(chain: ChainRef, address: Address): Promise<boolean>;
  /** The deposits of a chain that wait, as limits count them: in all, of that client, of the private lane. */
  waitingDeposits(
    chain: ChainRef,
    client: string,
    now: { readonly nowMs: number; readonly minedWithinMs: number; readonly lockMs: number },
  ): Promise<{
    readonly all: WaitingDeposits;
    readonly ofClient: WaitingDeposits;
    readonly ofLane: WaitingDeposits;
  }>;
  /**
   * Those of the chain that are looked at now, in the order of their indices, from above that index: all
   * that anything was seen of, and of the others those that `due` names.
   */
  depositsFrom(
    chain: ChainRef,
    afterIndex: number,
    limit: number,
    due: UnseenDue,
  ): Promise<readonly Deposit[]>;
  /**
   * What is in blocks of fewer confirmations than that, as far as it was seen, whatever it was used
   * for; in the order of their indices.
   */
  shallowDeposits(chain: ChainRef, confirmations: number): Promise<readonly ShallowDeposit[]>;
  /** Those of the chain that have a price, and of which blocks have less than was agreed. */
  unminedDeposits(chain: ChainRef): Promise<readonly Pick<Deposit, 'routeId' | 'client'>[]>;
  /** What a route that waits for the float was asked with; null where it does not wait. */
  funding(routeId: string): Promise<Funding | null>;
  waitingFundings(client: string): Promise<WaitingFundings>;
  /** What the books hold at deposit addresses of the chain, spent by now or not. */
  bookedOutputs(chain: ChainRef): Promise<readonly BookedOutput[]>;
}

/** Writes inside a unit; its reads see the unit's own writes. */
export interface TransferWrites extends TransferReads {
  /** Throws `PermitTaken` when the permit's key exists. */
  insertRoute(route: Route): Promise<void>;
  /**
   * Guarded by version: throws `StaleRoute` unless exactly one row moved. Returns the new state.
   */
  moveRoute(route: Route, change: RouteChange, nowMs: number): Promise<Route>;
  /**
   * The route as it was accepted, in the place of the one that waited for it under the same id.
   * Guarded as `moveRoute`.
   */
  replaceRoute(waiting: Route, route: Route): Promise<Route>;
  /**
   * Moves the page's routes to the archive. Throws `StaleRoute`, and nothing has moved, where one of
   * them is not as it was read, or is owed something after all.
   */
  archiveRoutes(page: ArchivePage, nowMs: number): Promise<void>;
  /**
   * Lets go the receipts of an exported page. Its permits stay taken, and its transactions with their
   * signed forms stay, for a search on a chain knows ours by them. Throws `StaleRoute` where the page
   * has changed.
   */
  letGo(page: Pick<ExportPage, 'id' | 'mark'>): Promise<void>;
  /** Reads a route and locks it until the unit is over; an archived one is brought back first. */
  lockRoute(id: string): Promise<Route | null>;
  keepOrder(intent: KeptOrder): Promise<void>;
  /** Marks a bit as suggested; false where it was already. */
  takePermitBit(chain: ChainRef, payer: Address, word: bigint, bit: number): Promise<boolean>;
  /** One a route: a later end replaces the one before. */
  putTransferRecord(record: TransferRecord): Promise<void>;
  /** The route goes on after all. */
  clearTransferRecord(routeId: string): Promise<void>;
  /** The route that an arrival was credited to; null where none has it. */
  creditedRoute(chain: ChainRef, hash: string, logIndex: number): Promise<string | null>;
  /** Credits an arrival to one route for good; false where another route has it already. */
  creditArrival(chain: ChainRef, hash: string, logIndex: number, routeId: string): Promise<boolean>;
  /** False where the index is allotted already. */
  insertDeposit(deposit: Deposit): Promise<boolean>;
  /** Guarded by version: throws `StaleRoute` unless exactly one row moved. Returns the new state. */
  moveDeposit(deposit: Deposit, change: DepositChange): Promise<Deposit>;
  insertFunding(funding: Funding): Promise<void>;
  changeFunding(
    routeId: string,
    change: Partial<Pick<Funding, 'needs' | 'triedAtMs'>>,
  ): Promise<void>;
  removeFunding(routeId: string): Promise<void>;
  /**
   * Keeps the event, as later than all of its route before it; the same id is kept once. Resolves
   * to the event as it was kept, or to null where it was there already. Move the route first.
   */
  recordEvent(event: RouteEvent): Promise<RouteEvent | null>;
}

/** Committed state, as this module reads it. */
export interface TransferView {
  readonly transfers: TransferReads;
  readonly transactions: TransactionReads;
  readonly books: BookReads;
  readonly idempotency: IdempotencyReads;
  readonly switches: SwitchReads;
}

/** One unit of work, as this module sees it. */
export interface TransferUnit {
  readonly transfers: TransferWrites;
  readonly transactions: TransactionWrites;
  readonly books: BookWrites;
  readonly idempotency: IdempotencyWrites;
  readonly switches: SwitchReads;
  readonly jobs: JobWrites;
  readonly announce: RouteAnnouncements;
}

export type TransferStore = StorePort<TransferView, TransferUnit>;
