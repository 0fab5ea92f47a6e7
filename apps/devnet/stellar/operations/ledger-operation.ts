import type { xdr } from '@stellar/stellar-sdk';
import type { LedgerState } from '../ledger/ledger-state.ts';
import type { Level } from '../ledger/signature-check.ts';

/** Where an operation is applied: its own fork of the state, and the ledger that closes. */
export type OperationSite = {
  state: LedgerState;
  /** The account it acts for; it exists. */
  source: string;
  sequence: number;
  closeTimeSec: number;
  /** The id its claimable balance would have, in hex. */
  claimableId: string;
};

/** One operation of a transaction, ready to be judged and applied. */
export type LedgerOperation = {
  /** The threshold of its source that its signatures must reach. */
  level: Level;
  /**
   * What is wrong with it independent of the ledger; a transaction with such an operation never
   * gets in.
   */
  malformed(source: string): xdr.OperationResult | undefined;
  /** Its result if another operation excludes the transaction: a success that did not happen. */
  passed(): xdr.OperationResult;
  /** Changes the state; when the result is not a success the caller drops the changes. */
  apply(site: OperationSite): xdr.OperationResult;
};
