import { type Operation, xdr } from '@stellar/stellar-sdk';
import { roomForSubentry } from '../ledger/reserves.ts';
import type { LedgerOperation } from './ledger-operation.ts';

const { ManageDataResult } = xdr;

/** ManageData: sets, changes or, without a value, deletes an entry of the source. */
export function manageData({ name, value }: Operation.ManageData): LedgerOperation {
  return {
    level: 'medium',
    malformed: () =>
      /^[\x20-\x7e]{1,64}$/.test(name)
        ? undefined
        : resultOf(ManageDataResult.manageDataInvalidName()),
    passed: () => resultOf(ManageDataResult.manageDataSuccess()),
    apply({ state, source, sequence, closeTimeSec }) {
      const held = state.data(source, name);
      const account = state.account(source);
      if (account === undefined) return xdr.OperationResult.opNoAccount();
      const changed = { modified: sequence, modifiedAtSec: closeTimeSec };
      if (!value) {
        if (held === undefined) return resultOf(ManageDataResult.manageDataNameNotFound());
        state.remove(held);
        state.put({ ...account, subentries: account.subentries - 1, ...changed });
        return resultOf(ManageDataResult.manageDataSuccess());
      }
      if (held === undefined) {
        const room = roomForSubentry(account);
        if (room === 'too many') return xdr.OperationResult.opTooManySubentries();
        if (room === 'low reserve') return resultOf(ManageDataResult.manageDataLowReserve());
        state.put({ ...account, subentries: account.subentries + 1, ...changed });
      }
      state.put({ kind: 'data', account: source, name, value, modified: sequence });
      return resultOf(ManageDataResult.manageDataSuccess());
    },
  };
}

function resultOf(result: xdr.ManageDataResult): xdr.OperationResult {
  return xdr.OperationResult.opInner(xdr.OperationResultTr.manageData(result));
}
