import { type Operation, xdr } from '@stellar/stellar-sdk';
import { type AccountEntry, accountFlags, type AccountSigner } from '../ledger/ledger-entries.ts';
import { roomForSubentry } from '../ledger/reserves.ts';
import type { LedgerOperation } from './ledger-operation.ts';

const { SetOptionsResult } = xdr;

const mostSigners = 20;

const knownFlags = 15;

/** SetOptions. Signers are ed25519 keys here; hashes and pre-authorised transactions are not. */
export function setOptions(operation: Operation.SetOptions): LedgerOperation {
  const { masterWeight, lowThreshold, medThreshold, highThreshold, homeDomain } = operation;
  const set: number = operation.setFlags ?? 0;
  const clear: number = operation.clearFlags ?? 0;
  const weights = [masterWeight, lowThreshold, medThreshold, highThreshold];
  const signer = signerOf(operation);
  return {
    level:
      weights.some((weight) => weight !== undefined) || signer !== undefined ? 'high' : 'medium',
    malformed(source) {
      if (signer === 'other') return xdr.OperationResult.opNotSupported();
      if (((set | clear) & ~knownFlags) !== 0)
        return resultOf(SetOptionsResult.setOptionsUnknownFlag());
      if ((set & clear) !== 0) return resultOf(SetOptionsResult.setOptionsBadFlags());
      if (weights.some((weight) => weight !== undefined && weight > 255))
        return resultOf(SetOptionsResult.setOptionsThresholdOutOfRange());
      if (signer !== undefined && (signer.key === source || signer.weight > 255))
        return resultOf(SetOptionsResult.setOptionsBadSigner());
      if (homeDomain !== undefined && !/^[\x20-\x7e]{0,32}$/.test(homeDomain))
        return resultOf(SetOptionsResult.setOptionsInvalidHomeDomain());
      return undefined;
    },
    passed: () => resultOf(SetOptionsResult.setOptionsSuccess()),
    apply({ state, source, sequence, closeTimeSec }) {
      const account = state.account(source);
      if (account === undefined || signer === 'other') return xdr.OperationResult.opNotSupported();
      const { inflationDest } = operation;
      if (inflationDest !== undefined && state.account(inflationDest) === undefined)
        return resultOf(SetOptionsResult.setOptionsInvalidInflation());
      const changesFlags = ((set | clear) & (knownFlags & ~accountFlags.clawback)) !== 0;
      if (changesFlags && (account.flags & accountFlags.immutable) !== 0)
        return resultOf(SetOptionsResult.setOptionsCantChange());
      const flags = (account.flags & ~clear) | set;
      if ((flags & accountFlags.clawback) !== 0 && (flags & accountFlags.revocable) === 0)
        return resultOf(SetOptionsResult.setOptionsAuthRevocableRequired());

      const changed = withSigner(account, signer);
      if (changed === 'too many subentries') return xdr.OperationResult.opTooManySubentries();
      if (changed === 'too many signers')
        return resultOf(SetOptionsResult.setOptionsTooManySigners());
      if (changed === 'low reserve') return resultOf(SetOptionsResult.setOptionsLowReserve());
      state.put({
        ...changed,
        flags,
        inflationDestination: inflationDest ?? account.inflationDestination,
        homeDomain: homeDomain ?? account.homeDomain,
        masterWeight: masterWeight ?? account.masterWeight,
        thresholds: {
          low: lowThreshold ?? account.thresholds.low,
          medium: medThreshold ?? account.thresholds.medium,
          high: highThreshold ?? account.thresholds.high,
        },
        modified: sequence,
        modifiedAtSec: closeTimeSec,
      });
      return resultOf(SetOptionsResult.setOptionsSuccess());
    },
  };
}

/** The ed25519 signer to set, or that there is one of another kind. */
function signerOf(operation: Operation.SetOptions): AccountSigner | 'other' | undefined {
  const signer: object | undefined = operation.signer;
  if (signer === undefined) return undefined;
  const key: unknown = Reflect.get(signer, 'ed25519PublicKey');
  const weight: unknown = Reflect.get(signer, 'weight');
  return typeof key === 'string' && typeof weight === 'number' ? { key, weight } : 'other';
}

function withSigner(
  account: AccountEntry,
  signer: AccountSigner | undefined,
): AccountEntry | 'too many signers' | 'too many subentries' | 'low reserve' {
  if (signer === undefined) return account;
  const others = account.signers.filter(({ key }) => key !== signer.key);
  const isNew = others.length === account.signers.length;
  if (signer.weight === 0) {
    const subentries = account.subentries - (isNew ? 0 : 1);
    return { ...account, signers: others, subentries };
  }
  // The protocol keeps signers in the order of their keys.
  const signers = [...others, signer].sort((a, b) => (a.key < b.key ? -1 : 1));
  if (!isNew) return { ...account, signers };
  if (others.length >= mostSigners) return 'too many signers';
  const room = roomForSubentry(account);
  if (room === 'too many') return 'too many subentries';
  if (room === 'low reserve') return 'low reserve';
  return { ...account, signers, subentries: account.subentries + 1 };
}

function resultOf(result: xdr.SetOptionsResult): xdr.OperationResult {
  return xdr.OperationResult.opInner(xdr.OperationResultTr.setOptions(result));
}
