import { StrKey, type xdr } from '@stellar/stellar-sdk';
import { supportedOperation } from '../operations/supported-operation.ts';
import { operationFault, operationPasses } from './judge-operation.ts';
import type { AccountEntry } from './ledger-entries.ts';
import type { LedgerState } from './ledger-state.ts';
import { spendableOf } from './reserves.ts';
import { accountAgrees, SignatureCheck } from './signature-check.ts';
import type { SignedEnvelope } from './signed-envelope.ts';
import { leastFee, outbidsInner } from './transaction-fee.ts';
import type { TransactionOutcome } from './transaction-outcome.ts';

/** The ledger that a transaction is judged for: the next one to close. Fee in stroops. */
export type LedgerHeader = { sequence: number; closeTimeSec: number; baseFee: bigint };

/**
 * Why a transaction cannot get into a ledger, in stellar-core's order of checks; undefined when it
 * can. `owedStroops` are the bids of waiting transactions of the same fee account.
 */
export function judgeTransaction(
  envelope: SignedEnvelope,
  state: LedgerState,
  ledger: LedgerHeader,
  owedStroops: bigint,
): TransactionOutcome | undefined {
  return (
    judgeFeeBump(envelope, state, ledger, owedStroops) ??
    judgePreconditions(envelope, state, ledger) ??
    judgeOwnFee(envelope, state, owedStroops) ??
    judgeSignatures(envelope, state)
  );
}

/** The checks that are repeated when a ledger applies the transaction after taking its fee. */
export function judgeApplied(
  envelope: SignedEnvelope,
  state: LedgerState,
  ledger: LedgerHeader,
): TransactionOutcome | undefined {
  return judgePreconditions(envelope, state, ledger, 'fee taken');
}

function judgeFeeBump(
  envelope: SignedEnvelope,
  state: LedgerState,
  ledger: LedgerHeader,
  owedStroops: bigint,
): TransactionOutcome | undefined {
  const { feeBump, feeSource, maxFee } = envelope;
  if (feeBump === undefined) return undefined;
  if (maxFee < leastFee(envelope, ledger.baseFee) || !outbidsInner(envelope))
    return { at: 'outer', code: 'txInsufficientFee' };
  const payer = state.account(feeSource);
  if (payer === undefined) return { at: 'outer', code: 'txNoAccount' };
  const check = new SignatureCheck(feeBump.hash(), feeBump.signatures);
  if (!accountAgrees(check, payer, 'low')) return { at: 'outer', code: 'txBadAuth' };
  if (spendableOf(payer) < maxFee + owedStroops)
    return { at: 'outer', code: 'txInsufficientBalance' };
  return check.allUsed() ? undefined : { at: 'outer', code: 'txBadAuthExtra' };
}

function judgePreconditions(
  envelope: SignedEnvelope,
  state: LedgerState,
  ledger: LedgerHeader,
  fee: 'fee taken' | 'fee due' = 'fee due',
): TransactionOutcome | undefined {
  const { inner, feeBump, maxFee } = envelope;
  const extraSigners = extraSignersOf(envelope);
  if (extraSigners === undefined) return { at: 'inner', code: 'txNotSupported' };
  if (envelope.operations.length === 0) return { at: 'inner', code: 'txMissingOperation' };
  const timing = judgeTime(envelope, ledger);
  if (timing !== undefined) return timing;
  if (fee === 'fee due' && feeBump === undefined && maxFee < leastFee(envelope, ledger.baseFee))
    return { at: 'inner', code: 'txInsufficientFee' };
  const account = state.account(envelope.source);
  if (account === undefined) return { at: 'inner', code: 'txNoAccount' };
  const order = judgeSequence(envelope, account, ledger);
  if (order !== undefined) return order;

  const check = new SignatureCheck(inner.hash(), inner.signatures);
  const agreed =
    accountAgrees(check, account, 'low') &&
    extraSigners.every((key) => check.reaches(1, new Map([[key, 1]])));
  return agreed ? undefined : { at: 'inner', code: 'txBadAuth' };
}

function judgeTime(
  { inner }: SignedEnvelope,
  { sequence, closeTimeSec }: LedgerHeader,
): TransactionOutcome | undefined {
  const minTime = BigInt(inner.timeBounds?.minTime ?? 0);
  const maxTime = BigInt(inner.timeBounds?.maxTime ?? 0);
  const { minLedger = 0, maxLedger = 0 } = inner.ledgerBounds ?? {};
  if (minTime > BigInt(closeTimeSec) || minLedger > sequence)
    return { at: 'inner', code: 'txTooEarly' };
  const isLate = maxTime !== 0n && maxTime < BigInt(closeTimeSec);
  if (isLate || (maxLedger !== 0 && maxLedger <= sequence))
    return { at: 'inner', code: 'txTooLate' };
  return undefined;
}

/** The sequence number is the account's next, or follows a minimum that the sender set. */
function judgeSequence(
  { inner, sequence }: SignedEnvelope,
  account: AccountEntry,
  ledger: LedgerHeader,
): TransactionOutcome | undefined {
  const isNext =
    inner.minAccountSequence === undefined
      ? sequence === account.sequence + 1n
      : account.sequence >= BigInt(inner.minAccountSequence) && account.sequence < sequence;
  // The first number of an account created in this ledger cannot be taken in it.
  if (!isNext || sequence === BigInt(ledger.sequence) << 32n)
    return { at: 'inner', code: 'txBadSeq' };
  // The SDK types the age as a number and hands out XDR, which prints as digits.
  const ageSec = BigInt(String(inner.minAccountSequenceAge ?? 0));
  const gap = inner.minAccountSequenceLedgerGap ?? 0;
  const isOldEnough =
    BigInt(ledger.closeTimeSec - account.sequenceTimeSec) >= ageSec &&
    ledger.sequence - account.sequenceLedger >= gap;
  return isOldEnough ? undefined : { at: 'inner', code: 'txBadMinSeqAgeOrGap' };
}

function judgeOwnFee(
  { feeBump, feeSource, maxFee }: SignedEnvelope,
  state: LedgerState,
  owedStroops: bigint,
): TransactionOutcome | undefined {
  if (feeBump !== undefined) return undefined;
  const payer = state.account(feeSource);
  return payer === undefined || spendableOf(payer) < maxFee + owedStroops
    ? { at: 'inner', code: 'txInsufficientBalance' }
    : undefined;
}

/** The operations' own faults and thresholds, and unused signatures. */
export function judgeSignatures(
  envelope: SignedEnvelope,
  state: LedgerState,
): TransactionOutcome | undefined {
  const { inner } = envelope;
  const check = new SignatureCheck(inner.hash(), inner.signatures);
  const account = state.account(envelope.source);
  if (account !== undefined) accountAgrees(check, account, 'low');
  for (const key of extraSignersOf(envelope) ?? []) check.reaches(1, new Map([[key, 1]]));

  const faults = envelope.operations.map((operation) =>
    operationFault(operation, envelope, state, check),
  );
  if (faults.some((fault) => fault !== undefined)) {
    const operations = envelope.operations.map(
      (operation, index): xdr.OperationResult =>
        faults[index] ?? operationPasses(supportedOperation(operation)),
    );
    return { at: 'inner', code: 'txFailed', operations };
  }
  return check.allUsed() ? undefined : { at: 'inner', code: 'txBadAuthExtra' };
}

/** The ed25519 keys that have to sign beside the account; undefined when one is not such a key. */
function extraSignersOf({ inner }: SignedEnvelope): readonly string[] | undefined {
  const keys = inner.extraSigners ?? [];
  const texts = keys.map((key: unknown) => (typeof key === 'string' ? key : keyText(key)));
  const known = texts.filter((text) => text !== undefined);
  return known.length === texts.length ? known : undefined;
}

/** The SDK types extra signers as addresses and hands out XDR. */
function keyText(key: unknown): string | undefined {
  // CAST: the SDK's Transaction copies preconditions.extraSigners() as they are.
  const signer = key as xdr.SignerKey;
  return signer.switch().name === 'signerKeyTypeEd25519'
    ? StrKey.encodeEd25519PublicKey(signer.ed25519())
    : undefined;
}
