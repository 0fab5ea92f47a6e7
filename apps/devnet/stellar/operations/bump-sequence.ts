import { type Operation, xdr } from '@stellar/stellar-sdk';
import type { LedgerOperation } from './ledger-operation.ts';

const { BumpSequenceResult } = xdr;

/** BumpSequence: moves the sequence number forward; a lower one changes nothing and succeeds. */
export function bumpSequence(operation: Operation.BumpSequence): LedgerOperation {
  const bumpTo = BigInt(operation.bumpTo);
  return {
    level: 'low',
    malformed: () => (bumpTo < 0n ? resultOf(BumpSequenceResult.bumpSequenceBadSeq()) : undefined),
    passed: () => resultOf(BumpSequenceResult.bumpSequenceSuccess()),
    apply({ state, source, sequence, closeTimeSec }) {
      const account = state.account(source);
      if (account === undefined) return xdr.OperationResult.opNoAccount();
      if (bumpTo > account.sequence) {
        state.put({
          ...account,
          sequence: bumpTo,
          sequenceLedger: sequence,
          sequenceTimeSec: closeTimeSec,
          modified: sequence,
          modifiedAtSec: closeTimeSec,
        });
      }
      return resultOf(BumpSequenceResult.bumpSequenceSuccess());
    },
  };
}

function resultOf(result: xdr.BumpSequenceResult): xdr.OperationResult {
  return xdr.OperationResult.opInner(xdr.OperationResultTr.bumpSequence(result));
}
