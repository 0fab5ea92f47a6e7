import { type Address, asAddress, type Memo, nativeAddress } from '@interline/kernel';
import type { AccountTransaction } from '@interline/ports';
import {
  FeeBumpTransaction,
  type Memo as ReadMemo,
  type Operation,
  type Transaction,
  TransactionBuilder,
} from '@stellar/stellar-sdk';
import type { HorizonTransaction } from './horizon-shapes.ts';
import { contentOf } from './read-operations.ts';
import type { ChannelLayout, Place } from './sequence.ts';
import type { StellarTxFields } from './stellar-tx-fields.ts';

/**
 * A signed transaction of ours, rebuilt from the ledger for a store that has lost it. Null for a
 * transaction type that we do not send.
 */
export function formOf(
  shown: HorizonTransaction,
  at: Place & {
    readonly layout: ChannelLayout;
    readonly account: Address;
    readonly passphrase: string;
  },
): AccountTransaction['form'] {
  const { layout, account, passphrase, channel, sequence } = at;
  const bump = readBump(shown.envelope_xdr, passphrase);
  const [operation, ...more] = bump?.innerTransaction.operations ?? [];
  if (bump === null || operation === undefined || more.length > 0) return null;
  const does = doneBy(operation, account);
  if (does === null) return null;
  const inner = bump.innerTransaction;
  const memo = memoOf(inner.memo);
  const tx: StellarTxFields = {
    ...does,
    ...(does.operation === 'claimable' ? { claim: inner.getClaimableBalanceId(0) } : {}),
    ...(memo === null ? {} : { memo }),
    layout,
    gasLimit: 2n,
    maxFeeRate: BigInt(bump.fee) / 2n,
    tip: 0n,
    signed: {
      channel,
      sequence,
      maxTimeSec: Number(inner.timeBounds?.maxTime ?? 0),
      inner: inner.toEnvelope().toXDR('base64'),
      innerHash: inner.hash().toString('hex'),
    },
  };
  return { raw: shown.envelope_xdr, tx };
}

function readBump(envelope: string, passphrase: string): FeeBumpTransaction | null {
  try {
    const read: Transaction | FeeBumpTransaction = TransactionBuilder.fromXDR(envelope, passphrase);
    return read instanceof FeeBumpTransaction ? read : null;
  } catch {
    return null;
  }
}

type Does = Pick<StellarTxFields, 'operation' | 'to' | 'asset' | 'units' | 'value'>;

function doneBy(operation: Operation, account: Address): Does | null {
  if (operation.source !== account) return null;
  const nothing = { to: account, asset: nativeAddress, units: 0n, value: 0n };
  const does = contentOf(operation);
  if (does.kind === 'payment') {
    const kind = {
      payment: 'payment',
      createAccount: 'create-account',
      createClaimableBalance: 'claimable',
    } as const;
    const { token, to, units } = does;
    const isKnown =
      operation.type === 'payment' ||
      operation.type === 'createAccount' ||
      operation.type === 'createClaimableBalance';
    const value = token === nativeAddress ? units : 0n;
    return isKnown ? { operation: kind[operation.type], to, asset: token, units, value } : null;
  }
  if (operation.type === 'bumpSequence') return { ...nothing, operation: 'noop' };
  if (operation.type !== 'changeTrust' || !('code' in operation.line)) return null;
  const asset = `${operation.line.code}:${operation.line.issuer}`;
  return { ...nothing, operation: 'trust', to: asAddress(account), asset };
}

/** Null if it has no memo. */
function memoOf({ type, value }: ReadMemo): Memo | null {
  if (type === 'none' || value === null || value === undefined) return null;
  if (type === 'text' || type === 'id') return { type, value: value.toString() };
  return { type, value: Buffer.isBuffer(value) ? value.toString('hex') : value };
}
