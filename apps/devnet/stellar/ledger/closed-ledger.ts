import type { Operation } from '@stellar/stellar-sdk';
import type { xdr } from '@stellar/stellar-sdk';
import { createHash } from 'node:crypto';
import type { SignedEnvelope } from './signed-envelope.ts';

/** One operation of a transaction in a ledger; `id` is its place among all operations. */
export type RecordedOperation = {
  id: bigint;
  index: number;
  operation: Operation;
  source: string;
  result: xdr.OperationResult | undefined;
};

/** A transaction in a closed ledger, successful or not. */
export type RecordedTransaction = {
  envelope: SignedEnvelope;
  ledger: number;
  closeTimeSec: number;
  /** Its place among all transactions: the ledger and its index in it, as Horizon counts. */
  id: bigint;
  result: xdr.TransactionResult;
  resultXdr: string;
  successful: boolean;
  feeCharged: bigint;
  operations: readonly RecordedOperation[];
};

export type ClosedLedger = {
  sequence: number;
  hash: string;
  previousHash: string;
  closeTimeSec: number;
  baseFee: bigint;
  /** Stroops that fees have taken out of circulation so far. */
  feePool: bigint;
  transactions: readonly RecordedTransaction[];
};

export const totalStroops = 10n ** 18n;

/** A ledger's hash: over the one before and what it holds, so that a replay can be compared. */
export function ledgerHash(ledger: Omit<ClosedLedger, 'hash'>): string {
  const hash = createHash('sha256');
  hash.update(`${ledger.previousHash} ${ledger.sequence} ${ledger.closeTimeSec} ${ledger.baseFee}`);
  for (const { envelope, resultXdr } of ledger.transactions)
    hash.update(` ${envelope.hash} ${resultXdr}`);
  return hash.digest('hex');
}
