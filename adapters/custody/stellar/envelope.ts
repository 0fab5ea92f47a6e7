import type { Memo as OrderMemo } from '@interline/kernel';
import {
  Account,
  Asset,
  Claimant,
  FeeBumpTransaction,
  type Keypair,
  Memo,
  Operation,
  Transaction,
  TransactionBuilder,
  type xdr,
} from '@stellar/stellar-sdk';
import { sequenceIn } from './sequence.ts';
import type { StellarTxFields } from './stellar-tx-fields.ts';

export interface Signing {
  readonly key: Keypair;
  readonly passphrase: string;
}

export interface SignedEnvelope {
  /** 64 hex digits, as Horizon writes it. */
  readonly hash: string;
  readonly base64: string;
}

/** The complete transaction in that slot, or the fee bump of one. `maxTimeSec` must be set. */
export function signedEnvelope(
  tx: StellarTxFields,
  slot: number,
  { key, passphrase }: Signing,
): SignedEnvelope {
  const transaction =
    tx.inner === undefined
      ? ownTransaction(tx, slot, { key, passphrase })
      : bumped(tx, { key, passphrase });
  transaction.sign(key);
  return {
    hash: transaction.hash().toString('hex'),
    base64: transaction.toEnvelope().toXDR('base64'),
  };
}

function ownTransaction(
  tx: StellarTxFields,
  slot: number,
  { key, passphrase }: Signing,
): Transaction {
  const before = sequenceIn(tx.sequenceBase, slot) - 1n;
  const builder = new TransactionBuilder(new Account(key.publicKey(), before.toString()), {
    fee: tx.maxFeeRate.toString(),
    networkPassphrase: passphrase,
    timebounds: { minTime: 0, maxTime: tx.maxTimeSec ?? 0 },
    memo: memoOf(tx.memo),
  });
  return builder.addOperation(operationOf(tx)).build();
}

function bumped(tx: StellarTxFields, { key, passphrase }: Signing): FeeBumpTransaction {
  const inner = TransactionBuilder.fromXDR(tx.inner ?? '', passphrase);
  if (inner instanceof FeeBumpTransaction) throw new TypeError('a fee bump wraps a transaction');
  return TransactionBuilder.buildFeeBumpTransaction(
    key,
    tx.maxFeeRate.toString(),
    inner,
    passphrase,
  );
}

function operationOf({ operation, to, asset, units }: StellarTxFields): xdr.Operation {
  const amount = inDecimals(units);
  switch (operation) {
    case 'payment':
      return Operation.payment({ destination: to, asset: assetOf(asset), amount });
    case 'create-account':
      return Operation.createAccount({ destination: to, startingBalance: amount });
    case 'claimable':
      return Operation.createClaimableBalance({
        asset: assetOf(asset),
        amount,
        claimants: [new Claimant(to)],
      });
    case 'trust':
      return Operation.changeTrust({ asset: assetOf(asset) });
    case 'noop':
      return Operation.bumpSequence({ bumpTo: '0' });
  }
}

function assetOf(asset: string): Asset {
  const [code = '', issuer] = asset.split(':');
  return asset === 'native' ? Asset.native() : new Asset(code, issuer);
}

function memoOf(memo: OrderMemo | undefined): Memo {
  switch (memo?.type) {
    case undefined:
      return Memo.none();
    case 'text':
      return Memo.text(memo.value);
    case 'id':
      return Memo.id(memo.value);
    case 'hash':
      return Memo.hash(memo.value);
    case 'return':
      return Memo.return(memo.value);
  }
}

/** Stroops with seven decimals, as the SDK takes amounts. */
function inDecimals(units: bigint): string {
  const digits = units.toString().padStart(8, '0');
  return `${digits.slice(0, -7)}.${digits.slice(-7)}`;
}
