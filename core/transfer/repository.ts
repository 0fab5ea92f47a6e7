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

/** The units of a deposit in blocks that are not deep enough. */
export interface ShallowDeposit extends Pick<Deposit, 'routeId' | 'client'> {
  readonly units: Units;
}

export interface WaitingDeposits extends LockedDeposits {
  /** Deposits without a price: they are not paid in full, or no longer are. */
  readonly unpaid: number;
}

/** Deposits that hold a price. */
export interface LockedDeposits {
  /** Deposits without a price whose payment is still expected, with a lock or without. */
  readonly running: number;
  /** The agreed amount of deposits that may still arrive at their locked price. */
  readonly locked: Units;
}

/**
 * What a sign request promised, stored under the permit's digest and its payer. Permit2 does not
 * sign the owner, so two payers can share a digest.
 */
export interface KeptOrder {
  readonly digest: Hex;
  readonly payer: Address;
  readonly order: Omit<Order, 'routeId'>;
  /** The quote whose fee and output execute must use, and the package that plans it. */
  readonly quote: FirmQuote;
  readonly railPackage: string;
  /**
   * What the relayer pays upfront for it at the market of the sign request, in the source token's
   * smallest units; null if that could not be priced.
   */
  readonly cost: Units | null;
  readonly expiresAtMs: number;
}

/** How a transfer ended. An engine's track record consists of these. */
export interface TransferRecord {
  readonly routeId: string;
  /** The engine's name. */
  readonly rail: string;
  readonly lane: Lane;
  /** The output that the engine quoted. */
  readonly quoted: Units;
  /** What arrived, in the agreed token. */
  readonly delivered: Units;
  /** The agreed minimum. */
  readonly agreed: Units;
  /** From the accepted order to its end. */
  readonly tookMs: number;
  /**
   * - delivered: at least what was quoted
   * - missed: less than quoted, but at least the agreed minimum
   * - failed: below the agreed minimum, refunded, or in another token
   */
  readonly outcome: 'delivered' | 'missed' | 'failed';
  readonly atMs: number;
  /** The symbol of both sides; null if they differ, and for records from before this field. */
  readonly token: string | null;
  /**
   * Total cost relative to what was sent, in hundredths of a percent, rounded up; negative if more
   * arrived. Null if the token is null or the transfer failed.
   */
  readonly costBps: number | null;
}

/** What a payer sees of an own route. */
export type OwnRoute = Pick<Route, 'id' | 'status' | 'stage' | 'createdAtMs'>;

/** Filters a payer's routes; all when empty. */
export interface OwnFilter {
  readonly status?: RouteStatus;
  /** Accepted at or after that time. */
  readonly sinceMs?: number;
  /** Accepted before that time. */
  readonly untilMs?: number;
  /** Money was refunded to the payer, or is held. */
  readonly isRefund?: true;
  /** Money owed to the payer is held. */
  readonly isHeld?: true;
}

/** A position among a payer's routes, even if its route is no longer listed. */
export type OwnRoutePlace = Pick<Route, 'id' | 'createdAtMs'>;

/** A route that still owes something, and its position among them. */
export type OwingRoute = Pick<Route, 'id' | 'createdAtMs'>;

/** A position among ended routes, ordered by end time. */
export interface EndedPlace {
  readonly id: string;
  readonly endedAtMs: number;
}

/** The routes of a range of ended routes that can be archived. */
export interface ArchiveCandidates {
  readonly ids: readonly string[];
  /** How many were looked at. */
  readonly looked: number;
  /** Where the next range begins; null at the end. */
  readonly next: EndedPlace | null;
}

/** A position among the archive's pages, in the order of writing. */
export interface PagePlace {
  readonly id: string;
  readonly archivedAtMs: number;
}

/** A page of the archive for export. */
export interface ExportPage extends PagePlace {
  /** One per route: its receipt, transactions, signed forms and book entries as JSON. */
  readonly lines: readonly string[];
  /** When its last route ended. */
  readonly endedAtMs: number;
  /** Its version, so that it is released only if it was not changed meanwhile. */
  readonly mark: string;
}

/** Ended routes as read, ready to be moved together. */
export interface ArchivePage {
  readonly routes: readonly {
    readonly id: string;
    readonly version: number;
    readonly permitKey: string | null;
    /** Names that find a transaction in it: ids, and hashes of signed forms. */
    readonly names: readonly string[];
  }[];
  /** All their rows, in the store's own format. */
  readonly content: string;
}

export class StaleRoute extends Error {
  override readonly name = 'StaleRoute';
}

export class PermitTaken extends Error {
  override readonly name = 'PermitTaken';
}

/**
 * Which addresses without a seen output are due: those whose payment is expected (for their lock's
 * time, or as long without a lock), and those whose turn it is.
 */
export interface UnseenDue {
  readonly nowMs: number;
  readonly lockMs: number;
  /** Indices, `below` exclusive. Money can arrive at an address at any time after it was issued. */
  readonly turn: { readonly from: number; readonly below: number };
}

/**
 * Reads of committed state on a separate connection. A route is also found in the archive by its id
 * and its permit; lists have only unarchived routes.
 */
export interface TransferReads {
  route(id: string): Promise<Route | null>;
  /**
   * The same for display only: an archived route may be read from a replica. It is never older than
   * what was shown before.
   */
  routeToShow(id: string): Promise<Route | null>;
  /** The ones among them that are `DONE`. */
  doneAmong(ids: readonly string[]): Promise<readonly string[]>;
  routeByPermit(key: PermitKey): Promise<Route | null>;
  /** The same among unarchived routes, where a repeated request finds its route. */
  liveRouteByPermit(key: PermitKey): Promise<Route | null>;
  /** Routes that still owe something, or whose transactions are not final; oldest first. */
  unsettledRoutes(limit: number, afterId?: string): Promise<readonly Route[]>;
  /**
   * Routes with a rail whose plans name the address and that were credited at least this much: the
   * address may return money to them.
   */
  runningThrough(address: Address, least: Units): Promise<readonly Route[]>;
  /**
   * Routes that still owe something, after the given one, oldest first. Only ids and times, because
   * there may be thousands.
   */
  owingRoutes(limit: number, after?: OwingRoute): Promise<readonly OwingRoute[]>;
  /** How many unsettled routes were accepted with the keys of that spender account. */
  countUnsettled(spender: Address): Promise<number>;
  /** Rebalancings of the float that have not ended; oldest first. */
  openRebalances(): Promise<readonly Route[]>;
  /**
   * The accounts where an engine may pay our float: the floats at both ends of each rebalancing.
   */
  arrivalsDue(): Promise<readonly Book[]>;
  /**
   * Routes whose permit the payer signed on these chains, newest first, from the given position on.
   * No archived routes and no dry runs.
   */
  routesOfPayer(search: {
    readonly payer: Address;
    readonly chains: readonly ChainRef[];
    readonly after: OwnRoutePlace | null;
    readonly limit: number;
    readonly only?: OwnFilter;
  }): Promise<readonly Route[]>;
  /** How many of these routes each status has; statuses without any are left out. */
  countOfPayer(search: {
    readonly payer: Address;
    readonly chains: readonly ChainRef[];
  }): Promise<ReadonlyMap<RouteStatus, number>>;
  /** Routes of every status, including simulated ones; newest first, in a stable order. */
  recentRoutes(limit: number): Promise<readonly Route[]>;
  /**
   * Routes that the transaction with this hash pulled for, paid out or refunded, without dry runs;
   * oldest first.
   */
  routesByTransaction(hash: string, limit: number): Promise<readonly Route[]>;
  /**
   * Routes with that address as payer, recipient, deposit address or refund address; newest first.
   * For interactive use only, since it reads everything that is not archived.
   */
  routesOfAddress(address: string, limit: number): Promise<readonly Route[]>;
  /**
   * Ended routes whose refund came from the float because an engine had the handed-over money; the
   * one that ended first comes first.
   */
  madeUpRoutes(): Promise<readonly Route[]>;
  /** Open routes in any of these stages; those that have not moved for longest come first. */
  routesInStages(stages: readonly string[], limit: number): Promise<readonly Route[]>;
  /**
   * Open routes, without sandbox ones, that are in any of these stages or were accepted before that
   * time, and their number. Those that hold money come first, the longest unmoved first.
   */
  waitingRoutes(
    waiting: { readonly stages: readonly string[]; readonly acceptedBeforeMs: number },
    limit: number,
  ): Promise<{ readonly routes: readonly Route[]; readonly count: number }>;
  intent(digest: Hex, payer: Address): Promise<KeptOrder | null>;
  /** Bits of the word that were suggested or used, as one 256-bit number. */
  permitBits(chain: ChainRef, payer: Address, word: bigint): Promise<bigint>;
  /** Records of transfers that ended at or after that time, newest first. */
  transferRecords(sinceMs: number, limit: number): Promise<readonly TransferRecord[]>;
  routeEvent(id: string): Promise<RouteEvent | null>;
  /** The route's last announced end; null if it never ended. */
  lastEnd(routeId: string): Promise<RouteEvent | null>;
  /**
   * Counts of all routes, including ended ones. For audits, since its duration grows with their
   * number.
   */
  counts(): Promise<{ readonly routes: number; readonly open: number }>;
  /** Routes of a range that ended before that time and for which nothing can come any more. */
  archiveCandidates(stretch: {
    readonly endedBeforeMs: number;
    readonly after: EndedPlace | null;
    readonly limit: number;
  }): Promise<ArchiveCandidates>;
  archivePage(ids: readonly string[]): Promise<ArchivePage>;
  /** The next archive page that still has its receipts; null at the end. */
  exportPage(after: PagePlace | null): Promise<ExportPage | null>;
  /** How many open routes each stage has; stages without any are left out. */
  openByStage(): Promise<ReadonlyMap<string, number>>;
  /** The route's deposit; null if it has none. */
  deposit(routeId: string): Promise<Deposit | null>;
  /** Whether it was issued for any deposit of any caller. */
  isDepositAddress(chain: ChainRef, address: Address): Promise<boolean>;
  /**
   * The chain's pending deposits, counted for limits: in total, of that client, and of the private
   * lane.
   */
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
   * Deposits of the chain that are due for a look, ordered by index and starting above that index:
   * all with a seen output, and those of the others that `due` selects.
   */
  depositsFrom(
    chain: ChainRef,
    afterIndex: number,
    limit: number,
    due: UnseenDue,
  ): Promise<readonly Deposit[]>;
  /** Seen units in blocks with fewer confirmations than that, for any use; ordered by index. */
  shallowDeposits(chain: ChainRef, confirmations: number): Promise<readonly ShallowDeposit[]>;
  /** Deposits of the chain that have a price while blocks have less than the agreed amount. */
  unminedDeposits(chain: ChainRef): Promise<readonly Pick<Deposit, 'routeId' | 'client'>[]>;
  /** The request of a route that waits for the float; null if it does not wait. */
  funding(routeId: string): Promise<Funding | null>;
  waitingFundings(client: string): Promise<WaitingFundings>;
  /** Booked outputs at deposit addresses of the chain, spent or unspent. */
  bookedOutputs(chain: ChainRef): Promise<readonly BookedOutput[]>;
}

/** Writes in a unit; its reads see the unit's own writes. */
export interface TransferWrites extends TransferReads {
  /** Throws `PermitTaken` when the permit's key exists. */
  insertRoute(route: Route): Promise<void>;
  /**
   * Guarded by version: throws `StaleRoute` unless exactly one row moved. Returns the new state.
   */
  moveRoute(route: Route, change: RouteChange, nowMs: number): Promise<Route>;
  /**
   * Stores the accepted route in place of the waiting one with the same id. Guarded like
   * `moveRoute`.
   */
  replaceRoute(waiting: Route, route: Route): Promise<Route>;
  /**
   * Moves the page's routes to the archive. Throws `StaleRoute` and moves nothing if one of them
   * has changed since it was read, or is owed something.
   */
  archiveRoutes(page: ArchivePage, nowMs: number): Promise<void>;
  /**
   * Deletes the receipts of an exported page. Its permits stay taken. Its transactions with their
   * signed forms stay, because searches on a chain recognise ours by them. Throws `StaleRoute` if
   * the page has changed.
   */
  letGo(page: Pick<ExportPage, 'id' | 'mark'>): Promise<void>;
  /** Reads a route and locks it until the unit ends; an archived one is restored first. */
  lockRoute(id: string): Promise<Route | null>;
  keepOrder(intent: KeptOrder): Promise<void>;
  /** Marks a bit as suggested; false if it was marked already. */
  takePermitBit(chain: ChainRef, payer: Address, word: bigint, bit: number): Promise<boolean>;
  /** One per route: a later end replaces the earlier one. */
  putTransferRecord(record: TransferRecord): Promise<void>;
  /** The route continues after all. */
  clearTransferRecord(routeId: string): Promise<void>;
  /** The route that an arrival was credited to; null if none was. */
  creditedRoute(chain: ChainRef, hash: string, logIndex: number): Promise<string | null>;
  /** Credits an arrival to one route permanently; false if another route has it already. */
  creditArrival(chain: ChainRef, hash: string, logIndex: number, routeId: string): Promise<boolean>;
  /** False if the index is already taken. */
  insertDeposit(deposit: Deposit): Promise<boolean>;
  /**
   * Guarded by version: throws `StaleRoute` unless exactly one row moved. Returns the new state.
   */
  moveDeposit(deposit: Deposit, change: DepositChange): Promise<Deposit>;
  insertFunding(funding: Funding): Promise<void>;
  changeFunding(
    routeId: string,
    change: Partial<Pick<Funding, 'needs' | 'triedAtMs'>>,
  ): Promise<void>;
  removeFunding(routeId: string): Promise<void>;
  /**
   * Stores the event with a later time than the route's earlier events. The same id is stored once.
   * Resolves to the stored event, or to null if it existed already. Move the route first.
   */
  recordEvent(event: RouteEvent): Promise<RouteEvent | null>;
}

/** Committed state in this module's view. */
export interface TransferView {
  readonly transfers: TransferReads;
  readonly transactions: TransactionReads;
  readonly books: BookReads;
  readonly idempotency: IdempotencyReads;
  readonly switches: SwitchReads;
}

/** One unit of work in this module's view. */
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
