import { extractBaseAddress, type Operation, xdr } from '@stellar/stellar-sdk';
import { accountFlags } from '../ledger/ledger-entries.ts';
import type { LedgerOperation } from './ledger-operation.ts';
import { give, native } from './move-asset.ts';

const { AccountMergeResult } = xdr;

/** AccountMerge: all lumens go to the destination and the account ends. */
export function accountMerge(operation: Operation.AccountMerge): LedgerOperation {
  const destination = extractBaseAddress(operation.destination);
  return {
    level: 'high',
    malformed: (source) =>
      destination === source ? resultOf(AccountMergeResult.accountMergeMalformed()) : undefined,
    passed: () => resultOf(AccountMergeResult.accountMergeSuccess(xdr.Int64.fromString('0'))),
    apply(site) {
      const { state, source, sequence } = site;
      const account = state.account(source);
      if (account === undefined || state.account(destination) === undefined)
        return resultOf(AccountMergeResult.accountMergeNoAccount());
      if ((account.flags & accountFlags.immutable) !== 0)
        return resultOf(AccountMergeResult.accountMergeImmutableSet());
      if (account.subentries !== account.signers.length)
        return resultOf(AccountMergeResult.accountMergeHasSubEntries());
      // If it were created again in this ledger, the account could reuse its old sequence numbers.
      if (account.sequence >= BigInt(sequence) << 32n)
        return resultOf(AccountMergeResult.accountMergeSeqnumTooFar());
      if (account.sponsoring > 0) return resultOf(AccountMergeResult.accountMergeIsSponsor());
      if (give(site, destination, native, account.balance) !== undefined)
        return resultOf(AccountMergeResult.accountMergeDestFull());
      state.remove(account);
      const balance = xdr.Int64.fromString(account.balance.toString());
      return resultOf(AccountMergeResult.accountMergeSuccess(balance));
    },
  };
}

function resultOf(result: xdr.AccountMergeResult): xdr.OperationResult {
  return xdr.OperationResult.opInner(xdr.OperationResultTr.accountMerge(result));
}
