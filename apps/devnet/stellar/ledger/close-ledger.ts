import type { xdr } from '@stellar/stellar-sdk';
import { applyTransaction, chargeFee } from './apply-transaction.ts';
import { type ClosedLedger, ledgerHash, type RecordedTransaction } from './closed-ledger.ts';
import type { LedgerHeader } from './judge-transaction.ts';
import type { LedgerState } from './ledger-state.ts';
import { type SignedEnvelope, sourceOf } from './signed-envelope.ts';
import { transactionResult } from './transaction-outcome.ts';

/** Closes a ledger over `previous`: all fees are taken first, then each transaction is applied. */
export function closeLedger(
  envelopes: readonly SignedEnvelope[],
  state: LedgerState,
  header: LedgerHeader,
  previous: ClosedLedger,
): ClosedLedger {
  const fees = envelopes.map((envelope) => chargeFee(envelope, state, header));
  const transactions = envelopes.map((envelope, index) =>
    recordOf(envelope, index, fees[index] ?? 0n, state, header),
  );
  const ledger = {
    ...header,
    previousHash: previous.hash,
    feePool: fees.reduce((sum, fee) => sum + fee, previous.feePool),
    transactions,
  };
  return { ...ledger, hash: ledgerHash(ledger) };
}

function recordOf(
  envelope: SignedEnvelope,
  index: number,
  feeCharged: bigint,
  state: LedgerState,
  header: LedgerHeader,
): RecordedTransaction {
  const outcome = applyTransaction(envelope, state, header);
  const result = transactionResult(envelope, outcome, feeCharged);
  const results: readonly xdr.OperationResult[] = 'operations' in outcome ? outcome.operations : [];
  // Horizon's TOID: 32 bits of ledger, 20 of transaction, 12 of operation, the last two from 1.
  const id = (BigInt(header.sequence) << 32n) | (BigInt(index + 1) << 12n);
  return {
    envelope,
    ledger: header.sequence,
    closeTimeSec: header.closeTimeSec,
    id,
    result,
    resultXdr: result.toXDR('base64'),
    successful: outcome.code === 'txSuccess',
    feeCharged,
    operations: envelope.operations.map((operation, at) => ({
      id: id + BigInt(at + 1),
      index: at,
      operation,
      source: sourceOf(operation, envelope),
      result: results[at],
    })),
  };
}
