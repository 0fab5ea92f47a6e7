import type { Asset } from '@stellar/stellar-sdk';
import { largestAmount, lineFlags } from '../ledger/ledger-entries.ts';
import { spendableOf } from '../ledger/reserves.ts';
import type { OperationSite } from './ledger-operation.ts';

export const native = 'native';

/** `native` or `CODE:ISSUER`. */
export function assetId(asset: Asset): string {
  return asset.isNative() ? native : `${asset.getCode()}:${asset.getIssuer()}`;
}

export function issuerOf(asset: string): string {
  return asset.split(':')[1] ?? '';
}

export type TakeFailure = 'no trust' | 'not authorized' | 'underfunded';

/** Takes stroops from an account that exists; an issuer makes what it sends. */
export function take(
  { state, sequence, closeTimeSec }: OperationSite,
  from: string,
  asset: string,
  amount: bigint,
): TakeFailure | undefined {
  if (asset === native) {
    const account = state.account(from);
    if (account === undefined || spendableOf(account) < amount) return 'underfunded';
    state.put({
      ...account,
      balance: account.balance - amount,
      modified: sequence,
      modifiedAtSec: closeTimeSec,
    });
    return undefined;
  }
  if (issuerOf(asset) === from) return undefined;
  const line = state.trustLine(from, asset);
  if (line === undefined) return 'no trust';
  if ((line.flags & lineFlags.authorized) === 0) return 'not authorized';
  if (line.balance < amount) return 'underfunded';
  state.put({ ...line, balance: line.balance - amount, modified: sequence });
  return undefined;
}

export type GiveFailure = 'no account' | 'no trust' | 'not authorized' | 'line full';

/** Gives stroops to an account; what an issuer gets of its own asset ceases to exist. */
export function give(
  { state, sequence, closeTimeSec }: OperationSite,
  to: string,
  asset: string,
  amount: bigint,
): GiveFailure | undefined {
  if (asset !== native && issuerOf(asset) === to) return undefined;
  const account = state.account(to);
  if (account === undefined) return 'no account';
  if (asset === native) {
    if (account.balance + amount > largestAmount) return 'line full';
    state.put({
      ...account,
      balance: account.balance + amount,
      modified: sequence,
      modifiedAtSec: closeTimeSec,
    });
    return undefined;
  }
  const line = state.trustLine(to, asset);
  if (line === undefined) return 'no trust';
  if ((line.flags & lineFlags.authorized) === 0) return 'not authorized';
  if (line.balance + amount > line.limit) return 'line full';
  state.put({ ...line, balance: line.balance + amount, modified: sequence });
  return undefined;
}
