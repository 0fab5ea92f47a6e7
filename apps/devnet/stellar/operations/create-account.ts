import { type Operation, xdr } from '@stellar/stellar-sdk';
import { newAccount } from '../ledger/ledger-entries.ts';
import { baseReserve } from '../ledger/reserves.ts';
import { stroopsOf } from '../ledger/stroops.ts';
import type { LedgerOperation } from './ledger-operation.ts';
import { native, take } from './move-asset.ts';

const { CreateAccountResult } = xdr;

/** CreateAccount: the new account must hold two base reserves, and the source must afford them. */
export function createAccount(operation: Operation.CreateAccount): LedgerOperation {
  const balance = stroopsOf(operation.startingBalance);
  const { destination } = operation;
  return {
    level: 'medium',
    malformed: (source) =>
      balance < 0n || destination === source
        ? resultOf(CreateAccountResult.createAccountMalformed())
        : undefined,
    passed: () => resultOf(CreateAccountResult.createAccountSuccess()),
    apply(site) {
      if (site.state.account(destination) !== undefined)
        return resultOf(CreateAccountResult.createAccountAlreadyExist());
      if (balance < 2n * baseReserve)
        return resultOf(CreateAccountResult.createAccountLowReserve());
      if (take(site, site.source, native, balance) !== undefined)
        return resultOf(CreateAccountResult.createAccountUnderfunded());
      site.state.put(newAccount(destination, balance, site));
      return resultOf(CreateAccountResult.createAccountSuccess());
    },
  };
}

function resultOf(result: xdr.CreateAccountResult): xdr.OperationResult {
  return xdr.OperationResult.opInner(xdr.OperationResultTr.createAccount(result));
}
