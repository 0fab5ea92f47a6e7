import type { Address, ChainRef } from '@interline/kernel';
import type { StorePort } from '@interline/ports';
import type { TransactionUnit, TransactionView } from '../../transactions/index.ts';
import type { PassUnit, PassView } from '../repository.ts';
import type { Invoice } from './invoice.ts';

/** A blinded value that was claimed, by its hash, and the key that signs it. */
export interface ClaimedValue {
  readonly value: string;
  readonly seq: number;
}

export interface ClaimedPlace {
  readonly invoiceId: string;
  readonly value: string;
}

export interface ClaimedPart {
  /** Null from the first one. */
  readonly after: ClaimedPlace | null;
  readonly most: number;
}

/** Reads of committed state, on a connection of their own. */
export interface InvoiceReads {
  invoice(id: string): Promise<Invoice | null>;
  /** Those of a chain that are to be looked at by then and are not being collected from, the longest due first. */
  invoicesToLookAt(chain: ChainRef, byMs: number, limit: number): Promise<readonly Invoice[]>;
  /** Those of a chain with something to collect by then, in the same order. */
  invoicesToCollect(chain: ChainRef, byMs: number, limit: number): Promise<readonly Invoice[]>;
  /** Of whose money that collection is; null where it is over. */
  invoiceOfCollection(collectionId: string): Promise<Invoice | null>;
  /** Of whose payments that address is; null where it is none of the store's. Reads the whole table. */
  invoiceAt(chain: ChainRef, token: string, address: Address): Promise<Invoice | null>;
  /** Those of a chain that were made by then, to which nothing came, and which are not looked at by themselves. */
  unpaidInvoices(chain: ChainRef, madeByMs: number, limit: number): Promise<readonly Invoice[]>;
  /** Whose authorizations that payer signed, the newest first. */
  invoicesAuthorizedBy(payer: Address, limit: number): Promise<readonly Invoice[]>;
  /** All that something came for, and that have passes left. Reads the whole table. */
  unclaimedInvoices(): Promise<readonly Invoice[]>;
  /** All whose collection is not final. */
  invoicesUnderCollection(): Promise<readonly Invoice[]>;
}

/** Writes inside a unit; its reads see the unit's own writes. */
export interface InvoiceWrites extends InvoiceReads {
  insertInvoice(invoice: Invoice): Promise<void>;
  /** Locks its row for this unit; null where there is none. */
  lockInvoice(id: string): Promise<Invoice | null>;
  /** False where it has changed since it was read. */
  changeInvoice(
    from: Pick<Invoice, 'id' | 'version'>,
    change: Partial<Omit<Invoice, 'id' | 'version'>>,
  ): Promise<boolean>;
  forgetInvoice(id: string): Promise<void>;
  /** Those of the values that were claimed on the invoice before. */
  claimedAmong(invoiceId: string, values: readonly string[]): Promise<readonly ClaimedValue[]>;
  insertClaimed(invoiceId: string, values: readonly string[], seq: number): Promise<void>;
  /**
   * Forgets what was claimed under that key and earlier ones on invoices with no pass left; their counts
   * stay. Looks at so many values, those after a place; answers the last one, null where none is left.
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

/** One unit of work, as invoices see it. */
export interface InvoiceUnit extends PassUnit, TransactionUnit {
  readonly invoices: InvoiceWrites;
  readonly payments: SalePayments;
}

export type InvoiceStore = StorePort<InvoiceView, InvoiceUnit>;
