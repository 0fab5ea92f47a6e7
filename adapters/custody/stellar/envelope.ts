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
import { layoutEntry, layoutText } from './channels.ts';
import { type Place, placeOf } from './sequence.ts';
import type { SignedFields, StellarTxFields } from './stellar-tx-fields.ts';

export interface Signing {
  /** Key of a channel; channel 0 is the float's own. */
  readonly key: (channel: number) => Keypair;
  readonly passphrase: string;
  /** Inclusion deadline, in Unix seconds. */
  readonly maxTimeSec: number;
}

export interface SignedEnvelope {
  /** 64 hex digits, as Horizon returns it. */
  readonly hash: string;
  readonly base64: string;
  readonly signed: SignedFields;
  /** The balance that its recipient must claim; null where it makes none. */
  readonly claim: string | null;
}

/**
 * A transaction with a channel's sequence number and the float's operations, inside a fee bump paid
 * by the float. The inner transaction offers no fee, so it cannot be included alone. A replacement
 * of the same inner transaction has the same sequence number, memo and deadline.
 */
export function signedEnvelope(
  tx: StellarTxFields,
  slot: number,
  signing: Signing,
): SignedEnvelope {
  const { key, passphrase } = signing;
  const place = tx.signed ?? placeOf(tx.layout, slot);
  const kept = tx.signed?.inner ?? null;
  const inner =
    kept === null ? innerTransaction(tx, { place, slot }, signing) : readInner(kept, passphrase);
  const bumped = TransactionBuilder.buildFeeBumpTransaction(
    key(0),
    tx.maxFeeRate.toString(),
    inner,
    passphrase,
  );
  bumped.sign(key(0));
  return {
    claim: tx.operation === 'claimable' ? inner.getClaimableBalanceId(0) : null,
    hash: bumped.hash().toString('hex'),
    base64: bumped.toEnvelope().toXDR('base64'),
    signed: {
      channel: place.channel,
      sequence: place.sequence,
      maxTimeSec: kept === null ? signing.maxTimeSec : (tx.signed?.maxTimeSec ?? 0),
      inner: inner.toEnvelope().toXDR('base64'),
      innerHash: inner.hash().toString('hex'),
    },
  };
}

function innerTransaction(
  tx: StellarTxFields,
  { place, slot }: { readonly place: Place; readonly slot: number },
  { key, passphrase, maxTimeSec }: Signing,
): Transaction {
  const channel = new Account(key(place.channel).publicKey(), (place.sequence - 1n).toString());
  const builder = new TransactionBuilder(channel, {
    fee: '0',
    networkPassphrase: passphrase,
    timebounds: { minTime: 0, maxTime: maxTimeSec },
    memo: memoOf(tx.memo),
  });
  for (const operation of operationsOf(tx, slot, key(0).publicKey()))
    builder.addOperation(operation);
  const transaction = builder.build();
  transaction.sign(key(0));
  if (place.channel !== 0) transaction.sign(key(place.channel));
  return transaction;
}

function readInner(base64: string, passphrase: string): Transaction {
  const inner = TransactionBuilder.fromXDR(base64, passphrase);
  if (inner instanceof FeeBumpTransaction) throw new TypeError('a fee bump wraps a transaction');
  return inner;
}

function operationsOf(
  { operation, to, asset, units, makes = [] }: StellarTxFields,
  slot: number,
  source: string,
): readonly xdr.Operation[] {
  const amount = inDecimals(units);
  switch (operation) {
    case 'payment':
      return [Operation.payment({ source, destination: to, asset: assetOf(asset), amount })];
    case 'create-account':
      return [Operation.createAccount({ source, destination: to, startingBalance: amount })];
    case 'claimable': {
      const claimants = [new Claimant(to)];
      return [
        Operation.createClaimableBalance({ source, asset: assetOf(asset), amount, claimants }),
      ];
    }
    case 'trust':
      return [Operation.changeTrust({ source, asset: assetOf(asset) })];
    case 'channels': {
      const value = layoutText(makes.length + 1, slot);
      return [
        ...makes.map((destination) =>
          Operation.createAccount({ source, destination, startingBalance: amount }),
        ),
        Operation.manageData({ source, name: layoutEntry, value }),
      ];
    }
    case 'noop':
      return [Operation.bumpSequence({ source, bumpTo: '0' })];
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

/** Stroops as a decimal with seven places, the SDK's amount format. */
function inDecimals(units: bigint): string {
  const digits = units.toString().padStart(8, '0');
  return `${digits.slice(0, -7)}.${digits.slice(-7)}`;
}
