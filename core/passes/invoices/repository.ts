import type { Address, ChainRef } from '@interline/kernel';
import type { StorePort } from '@interline/ports';
import type { TransactionUnit, TransactionView } from '../../transactions/index.ts';
import type { PassUnit, PassView } from '../repository.ts';
import type { Invoice } from './invoice.ts';

/** A claimed blinded value, by hash, and the key that signs it. */
export interface ClaimedValue {
  readonly value: string;
  readonly seq: number;
}

export interface ClaimedPlace {
  readonly invoiceId: string;
  readonly value: string;
}

export interface ClaimedPart {
  /** Null to start at the first. */
  readonly after: ClaimedPlace | null;
  readonly most: number;
}

/** Reads of committed state on a separate connection. */
export interface InvoiceReads {
  invoice(id: string): Promise<Invoice | null>;
  /**
   * Invoices of a chain that are due for a look by then and have no pending collection, the longest
   * due first.
   */
  invoicesToLookAt(chain: ChainRef, byMs: number, limit: number): Promise<readonly Invoice[]>;
  /** Invoices of a chain with something to collect by then, in the same order. */
  invoicesToCollect(chain: ChainRef, byMs: number, limit: number): Promise<readonly Invoice[]>;
  /** The invoice with that pending collection; null if it has ended. */
  invoiceOfCollection(collectionId: string): Promise<Invoice | null>;
  /** The invoice with that payment address; null if none is stored. Scans the whole table. */
  invoiceAt(chain: ChainRef, token: string, address: Address): Promise<Invoice | null>;
  /** Unpaid invoices of a chain, created by then, which are not read automatically. */
  unpaidInvoices(chain: ChainRef, madeByMs: number, limit: number): Promise<readonly Invoice[]>;
  /** Invoices with authorizations signed by that payer, newest first. */
  invoicesAuthorizedBy(payer: Address, limit: number): Promise<readonly Invoice[]>;
  /** All invoices with money and passes left. Scans the whole table. */
  unclaimedInvoices(): Promise<readonly Invoice[]>;
  /** All invoices whose collection is not final. */
  invoicesUnderCollection(): Promise<readonly Invoice[]>;
}

/** Writes in a unit; its reads see the unit's own writes. */
export interface InvoiceWrites extends InvoiceReads {
  insertInvoice(invoice: Invoice): Promise<void>;
  /** Locks its row for this unit; null if it does not exist. */
  lockInvoice(id: string): Promise<Invoice | null>;
  /** False if it has changed since it was read. */
  changeInvoice(
    from: Pick<Invoice, 'id' | 'version'>,
    change: Partial<Omit<Invoice, 'id' | 'version'>>,
  ): Promise<boolean>;
  forgetInvoice(id: string): Promise<void>;
  /** The values among these that were already claimed on the invoice. */
  claimedAmong(invoiceId: string, values: readonly string[]): Promise<readonly ClaimedValue[]>;
  insertClaimed(invoiceId: string, values: readonly string[], seq: number): Promise<void>;
  /**
   * Deletes values claimed under that key and earlier ones, for invoices without passes left; their
   * counts stay. Processes a limited number of values after a position, and returns the last one;
   * null if none is left.
   */
  forgetClaimed(throughSeq: number, part: ClaimedPart): Promise<ClaimedPlace | null>;
}

/** What pays an invoice beside its own transactions. */
interface SalePayments {
  /** The x402 payment that has paid that address, or that may still; null where none came, or all failed. */
  settlementTo(chain: ChainRef, payTo: Address): Promise<{ readonly token: string } | null>;
}

/** Committed state, as invoices see it. */
export interface InvoiceView extends PassView, TransactionView {
  readonly invoices: InvoiceReads;
  readonly payments: SalePayments;
}

/** One unit of work in the invoices' view. */
export interface InvoiceUnit extends PassUnit, TransactionUnit {
  readonly invoices: InvoiceWrites;
  readonly payments: SalePayments;
}

export type InvoiceStore = StorePort<InvoiceView, InvoiceUnit>;
