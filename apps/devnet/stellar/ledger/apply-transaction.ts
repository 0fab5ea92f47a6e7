import { hash, Keypair, type Operation, xdr } from '@stellar/stellar-sdk';
import { supportedOperation } from '../operations/supported-operation.ts';
import { judgeApplied, judgeSignatures, type LedgerHeader } from './judge-transaction.ts';
import type { LedgerState } from './ledger-state.ts';
import { isSuccess } from './result-codes.ts';
import { type SignedEnvelope, sourceOf } from './signed-envelope.ts';
import { feeCharged } from './transaction-fee.ts';
import type { TransactionOutcome } from './transaction-outcome.ts';

/** Takes the fee of a transaction that is in the ledger and returns it, in stroops. */
export function chargeFee(
  envelope: SignedEnvelope,
  state: LedgerState,
  { sequence, closeTimeSec, baseFee }: LedgerHeader,
): bigint {
  const payer = state.account(envelope.feeSource);
  if (payer === undefined) return 0n;
  const wanted = feeCharged(envelope, baseFee);
  // Only fees may take an account below its reserve.
  const fee = payer.balance < wanted ? payer.balance : wanted;
  state.put({
    ...payer,
    balance: payer.balance - fee,
    modified: sequence,
    modifiedAtSec: closeTimeSec,
  });
  return fee;
}

/**
 * Applies a transaction whose fee is charged. Its sequence number is consumed unless it is no
 * longer its turn; the operations take effect all or none.
 */
export function applyTransaction(
  envelope: SignedEnvelope,
  state: LedgerState,
  ledger: LedgerHeader,
): TransactionOutcome {
  const late = judgeApplied(envelope, state, ledger);
  if (late !== undefined && late.code !== 'txBadAuth') return late;
  consumeSequence(envelope, state, ledger);
  const unsigned = late ?? judgeSignatures(envelope, state);
  if (unsigned !== undefined) return unsigned;

  const whole = state.fork();
  const operations = envelope.operations.map((operation, index) =>
    applyOperation(operation, index, envelope, whole, ledger),
  );
  if (!operations.every(isSuccess)) return { at: 'inner', code: 'txFailed', operations };
  whole.commit();
  return { at: 'inner', code: 'txSuccess', operations };
}

function consumeSequence(
  { source, sequence }: SignedEnvelope,
  state: LedgerState,
  ledger: LedgerHeader,
): void {
  const account = state.account(source);
  if (account === undefined) return;
  state.put({
    ...account,
    sequence,
    sequenceLedger: ledger.sequence,
    sequenceTimeSec: ledger.closeTimeSec,
    modified: ledger.sequence,
    modifiedAtSec: ledger.closeTimeSec,
  });
}

function applyOperation(
  operation: Operation,
  index: number,
  envelope: SignedEnvelope,
  state: LedgerState,
  { sequence, closeTimeSec }: LedgerHeader,
): xdr.OperationResult {
  const supported = supportedOperation(operation);
  if (supported === undefined) return xdr.OperationResult.opNotSupported();
  const source = sourceOf(operation, envelope);
  if (state.account(source) === undefined) return xdr.OperationResult.opNoAccount();
  const own = state.fork();
  const result = supported.apply({
    state: own,
    source,
    sequence,
    closeTimeSec,
    claimableId: claimableIdOf(envelope, index),
  });
  if (isSuccess(result)) own.commit();
  return result;
}

/** Hash of the transaction's account, its sequence number and the operation's index, in hex. */
function claimableIdOf({ source, sequence }: SignedEnvelope, index: number): string {
  const preimage = xdr.HashIdPreimage.envelopeTypeOpId(
    new xdr.HashIdPreimageOperationId({
      sourceAccount: Keypair.fromPublicKey(source).xdrAccountId(),
      seqNum: xdr.Int64.fromString(sequence.toString()),
      opNum: index,
    }),
  );
  const id = xdr.ClaimableBalanceId.claimableBalanceIdTypeV0(hash(preimage.toXDR()));
  return id.toXDR('hex');
}
