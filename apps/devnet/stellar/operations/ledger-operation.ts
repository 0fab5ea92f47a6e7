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
  /** What is wrong with it whatever the ledger holds; a transaction with such never gets in. */
  malformed(source: string): xdr.OperationResult | undefined;
  /** Its result where another operation keeps the transaction out: a success that never was. */
  passed(): xdr.OperationResult;
  /** Changes the state; when the result is not a success the caller drops the changes. */
  apply(site: OperationSite): xdr.OperationResult;
};
