import type { ChainRef, EvmAddress } from '@interline/kernel';
import type { StorePort } from '@interline/ports';
import type { BookWrites } from '../books/index.ts';
import type { OpenCost, TransactionUnit, TransactionView } from '../transactions/index.ts';
import type { AuthorizationKey, Settlement } from './settlement.ts';

/** Reads of committed state. */
export interface PaymentReads {
  settlement(id: string): Promise<Settlement | null>;
  /** The settlement of that authorization. */
  settlementOf(authorization: AuthorizationKey): Promise<Settlement | null>;
  settlementNamed(payer: EvmAddress, identifier: string): Promise<Settlement | null>;
  /** The settlement whose transaction has this owner. */
  settlementSentAs(sentAs: string): Promise<Settlement | null>;
  /** Settlements without an end whose transaction was given up. */
  givenUp(): Promise<readonly Settlement[]>;
  /**
   * A settlement that has paid that address or still may; null where there is none, or all have
   * failed.
   */
  settlementTo(chain: ChainRef, payTo: EvmAddress): Promise<Settlement | null>;
  /**
   * The units of a token that the payer's payments under way will take: those whose end was not
   * seen, or that a reorg has reopened. `noncesAt` limits it to one method.
   */
  unitsUnderWay(
    chain: ChainRef,
    token: EvmAddress,
    payer: EvmAddress,
    noncesAt?: EvmAddress,
  ): Promise<bigint>;
  /** The most that the payments on a chain can still cost that are committed and not mined. */
  openCost(
    chain: ChainRef,
    of: { readonly client: string; readonly payer: EvmAddress },
  ): Promise<OpenCost>;
}

/** Writes inside a unit; its reads see the unit's own writes. */
export interface PaymentWrites extends PaymentReads {
  insertSettlement(settlement: Settlement): Promise<void>;
  endSettlement(
    id: string,
    change: Pick<Settlement, 'outcome' | 'isCharged' | 'reportedAtMs'>,
  ): Promise<void>;
  /** False where its success was reported before. */
  reportSettlement(id: string, atMs: number): Promise<boolean>;
}

/** Committed state, as this module reads it. */
export interface PaymentView extends TransactionView {
  readonly payments: PaymentReads;
}

/** What pays an invoice beside x402. */
interface SoldInvoices {
  /** `authorizationId`: of what its payer signed and we sent; null before. */
  invoice(id: string): Promise<{ readonly authorizationId: string | null } | null>;
}

/** One unit of work, as this module sees it. */
export interface PaymentUnit extends TransactionUnit {
  readonly payments: PaymentWrites;
  readonly invoices: SoldInvoices;
  readonly books: BookWrites;
}

export type PaymentStore = StorePort<PaymentView, PaymentUnit>;
