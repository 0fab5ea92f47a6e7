import { type Address, asAddress, nativeAddress } from '@interline/kernel';
import type { CallContent, TransferSeen } from '@interline/ports';
import {
  type Asset,
  FeeBumpTransaction,
  type Operation,
  TransactionBuilder,
} from '@stellar/stellar-sdk';
import type { HorizonTransaction } from './horizon-shapes.ts';

/** What one operation moves out of an account, according to its signed bytes. */
export interface OperationRead {
  /** Its index in the transaction. */
  readonly index: number;
  readonly from: Address;
  readonly does: CallContent;
}

/** The operations of an envelope; empty if it is unreadable. */
export function operationsIn(
  {
    envelope_xdr: envelope,
    source_account: source,
  }: Pick<HorizonTransaction, 'envelope_xdr' | 'source_account'>,
  passphrase: string,
): readonly OperationRead[] {
  try {
    const read = TransactionBuilder.fromXDR(envelope, passphrase);
    const { operations } = read instanceof FeeBumpTransaction ? read.innerTransaction : read;
    return operations.map((operation, index) => ({
      index,
      from: asAddress(operation.source ?? source),
      does: contentOf(operation),
    }));
  } catch {
    return [];
  }
}

/** What a successful transaction moved, from its payments. */
export function transfersIn(operations: readonly OperationRead[]): readonly TransferSeen[] {
  return operations.flatMap(({ index, from, does }) =>
    does.kind === 'payment'
      ? [{ token: does.token, from, to: does.to, units: does.units, logIndex: index }]
      : [],
  );
}

/** The operation in our own terms. */
export function contentOf(operation: Operation): CallContent {
  if (operation.type === 'payment')
    return paymentOf(operation.asset, operation.destination, operation.amount);
  if (operation.type === 'createAccount')
    return {
      kind: 'payment',
      token: nativeAddress,
      to: asAddress(operation.destination),
      units: stroopsIn(operation.startingBalance),
    };
  if (operation.type === 'createClaimableBalance') {
    const [claimant] = operation.claimants;
    return claimant === undefined
      ? { kind: 'other' }
      : paymentOf(operation.asset, claimant.destination, operation.amount);
  }
  const isOwn =
    operation.type === 'changeTrust' ||
    operation.type === 'bumpSequence' ||
    operation.type === 'manageData';
  return { kind: isOwn ? 'housekeeping' : 'other' };
}

function paymentOf(asset: Asset, to: string, amount: string): CallContent {
  return { kind: 'payment', token: tokenOf(asset), to: asAddress(to), units: stroopsIn(amount) };
}

function tokenOf(asset: Asset): string {
  return asset.isNative() ? nativeAddress : `${asset.getCode()}:${asset.getIssuer()}`;
}

function stroopsIn(amount: string): bigint {
  const [whole = '0', fraction = ''] = amount.split('.');
  return BigInt(whole) * 10_000_000n + BigInt(fraction.padEnd(7, '0'));
}
