import type { ChainRef } from '@interline/kernel';
import type { OwedLeaf, ReceiptPublicKey, StorePort } from '@interline/ports';
import type { BookReads } from '../books/index.ts';
import type { MessageUnit } from '../messaging/index.ts';
import type { InvoiceReads } from '../passes/index.ts';
import type { OperationReads } from '../operations/index.ts';
import type { SwitchReads } from '../switches/index.ts';
import type { LogView } from '../transparency/index.ts';
import type { DailyReport } from './daily-report.ts';
import type { LogEntry, PlacedEntry } from './log-entry.ts';
import type { TransactionReads } from '../transactions/index.ts';
import type { TransferReads } from '../transfer/index.ts';

/** A key that signs receipts from `notBeforeMs` until `notAfterMs`, and verifies them for ever. */
export interface ReceiptKey extends ReceiptPublicKey {
  /** 1, 2, 3, without gaps. */
  readonly seq: number;
  readonly notBeforeMs: number;
  readonly notAfterMs: number;
}

/** The receipt of one end of a route. Until it has a place, its row waits for the log. */
export interface KeptReceipt {
  readonly routeId: string;
  /** 1 for the route's first end; one more for each end after a reorg took the previous one back. */
  readonly number: number;
  readonly jws: string;
  /** 32 bytes in hex, without which its entry in the log reveals nothing. */
  readonly salt: string;
  readonly endedAtMs: number;
  /** From the sandbox: it is never logged. */
  readonly isSandbox: boolean;
  /** Its index in the log; null before it has one. */
  readonly place: number | null;
}

export interface PlacedReceipt extends Pick<KeptReceipt, 'routeId' | 'number'> {
  readonly place: number;
}

/** What was held and owed on a day, signed. */
export interface KeptReserves {
  /** The UTC day, as `2026-11-23`. */
  readonly epoch: string;
  readonly jws: string;
  readonly atMs: number;
  /** Its index in the log; null before it has one. */
  readonly place: number | null;
}

/** A leaf of the sum tree of one asset on one day. */
export interface OwedRoute extends OwedLeaf {
  readonly epoch: string;
  readonly chain: ChainRef;
  readonly token: string;
  readonly place: number;
}

/** The newest checkpoint of the log. */
export interface LogHead {
  /**
   * - signed: by the unit that gave its entries their places
   * - published: enough witnesses cosigned it too
   */
  readonly name: 'signed' | 'published';
  /** The name below the mint's that the log had at the time. */
  readonly path: string;
  readonly size: number;
  /** A signed note. */
  readonly note: string;
}

/** Reads of committed state, on a connection of their own. */
export interface EvidenceReads {
  /** All keys that ever signed, the oldest first. */
  receiptKeys(): Promise<readonly ReceiptKey[]>;
  /** The sealed private half; null once another key took its place. */
  sealedReceiptKey(seq: number): Promise<string | null>;
  /** The receipt of the route's last end; null where none was signed. */
  lastReceipt(routeId: string): Promise<KeptReceipt | null>;
  /** Receipts that wait for their places in the log, the oldest first. */
  waitingReceipts(limit: number): Promise<readonly KeptReceipt[]>;
  /** When the oldest route ended whose receipt is not among the first `size` entries; null where none is out. */
  oldestUnlogged(size: number): Promise<number | null>;
  /** How many entries have their places. */
  logSize(): Promise<number>;
  entries(from: number, limit: number): Promise<readonly LogEntry[]>;
  /** Finds an entry by its leaf hash, in hex. */
  entryOf(leafHash: string): Promise<PlacedEntry | null>;
  head(name: LogHead['name']): Promise<LogHead | null>;
  reserves(epoch: string): Promise<KeptReserves | null>;
  lastReserves(): Promise<KeptReserves | null>;
  /** Reserves that wait for their places in the log. */
  waitingReserves(): Promise<readonly KeptReserves[]>;
  /** The longest time a receipt of that day waited for the published log; null where none is in it. */
  mergeDelay(day: string): Promise<number | null>;
  /** Receipts of that day, except the sandbox's, that replaced an earlier one of their route. */
  endsTakenBack(day: string): Promise<number>;
  report(day: string): Promise<DailyReport | null>;
  owedRoute(epoch: string, routeId: string): Promise<OwedRoute | null>;
  /** All leaves of one asset's tree, in their order. */
  owedRoutes(
    epoch: string,
    asset: Pick<OwedRoute, 'chain' | 'token'>,
  ): Promise<readonly OwedRoute[]>;
}

/** Writes inside a unit; its reads see the unit's own writes. */
export interface EvidenceWrites extends EvidenceReads {
  /** Inserts a key, and destroys the private halves of the keys before it. */
  insertReceiptKey(key: ReceiptKey, sealed: string): Promise<void>;
  /** False, with nothing written, where the route already has a receipt of that number. */
  insertReceipt(receipt: Omit<KeptReceipt, 'place'>): Promise<boolean>;
  /** Throws where another process has taken one of their places. */
  appendEntries(entries: readonly PlacedEntry[]): Promise<void>;
  /** In one statement, because other units wait meanwhile. Throws where one of them has a place. */
  placeReceipts(placed: readonly PlacedReceipt[]): Promise<void>;
  insertReserves(reserves: KeptReserves, owed: readonly OwedRoute[]): Promise<void>;
  /** Keeps an existing one. */
  keepReport(report: DailyReport): Promise<void>;
  /** Throws where these reserves have a place already. */
  placeReserves(epoch: string, place: number): Promise<void>;
  /** Marks the receipts in these places as published from then on. */
  noteMergeDelays(
    places: { readonly from: number; readonly to: number },
    atMs: number,
  ): Promise<void>;
  /** Replaces the one of that name, unless that is of a larger tree of the same log. */
  keepHead(head: LogHead): Promise<void>;
}

/** Committed state, as this module reads it. */
export interface EvidenceView extends LogView {
  readonly evidence: EvidenceReads;
  readonly transfers: Pick<TransferReads, 'transferRecords' | 'routeToShow'>;
  readonly operations: Pick<OperationReads, 'auditEntries'>;
  readonly switches: SwitchReads;
}

/** What signing a receipt needs of the unit that ends its route. */
export interface EndingUnit {
  readonly evidence: EvidenceWrites;
  readonly transactions: Pick<TransactionReads, 'transactionsOf' | 'signedTransaction'>;
}

/** One unit of work, as this module sees it. */
export interface EvidenceUnit extends MessageUnit, EndingUnit {
  readonly books: Pick<
    BookReads,
    'checks' | 'liabilities' | 'runningBalances' | 'unfolded' | 'entriesAbove'
  >;
  readonly invoices: Pick<InvoiceReads, 'unclaimedInvoices'>;
}

export type EvidenceStore = StorePort<EvidenceView, EvidenceUnit>;

/** What a receipt is checked against. */
export interface VerifyStore {
  readonly reads: EvidenceView & {
    readonly transactions: Pick<TransactionReads, 'transactionsOf' | 'signedTransactionsOf'>;
  };
}
