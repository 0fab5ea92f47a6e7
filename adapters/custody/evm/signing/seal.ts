import {
  type Address,
  asHex,
  type Hex,
  RelayError,
  type SignedTransaction,
  type TxHash,
} from '@interline/kernel';
import { type EvmTxFields, evmTx } from '../evm-tx-fields.ts';
import type { FormContent, PayerAuthorization, Prepared } from '@interline/ports';
import { Signature as EthersSignature, keccak256 } from 'ethers/crypto';
import { hashAuthorization } from 'ethers/hash';
import { Transaction } from 'ethers/transaction';
import { signedTx, txPayload, unsignedDigest } from './serialize-tx.ts';
import { type Signature, signatureBy } from './signatures.ts';
import type { RemoteSigner, Signer } from './signers.ts';

interface Sealing {
  readonly content: FormContent;
  readonly prepared: Prepared;
  readonly chainId: number;
  readonly nonce: number;
  readonly nowMs: number;
}

/**
 * Signs with a local key. For a remote signer `raw` stays null, and the hash is the digest to be
 * signed. If that digest covers another missing signature, the hash is of a stand-in.
 */
export function sealed(
  signer: Signer,
  { content, prepared, chainId, nonce, nowMs }: Sealing,
): SignedTransaction {
  const tx = evmTx(prepared.tx);
  const bytes =
    tx.authorizations !== undefined
      ? sponsoringTx(signer, chainId, nonce, tx, tx.authorizations)
      : tx.delegateTo === undefined
        ? plainTx(signer, chainId, nonce, tx)
        : delegatingTx(signer, chainId, nonce, { ...tx, delegateTo: tx.delegateTo });
  return {
    ...bytes,
    transactionId: content.transactionId,
    movements: content.movements,
    chain: prepared.chain,
    account: signer.address,
    slot: nonce,
    tx,
    committedAtMs: nowMs,
  };
}

function plainTx(
  signer: Signer,
  chainId: number,
  nonce: number,
  tx: EvmTxFields,
): Pick<SignedTransaction, 'raw' | 'hash'> {
  const payload = txPayload(chainId, nonce, tx);
  const digest = unsignedDigest(payload);
  return signer.kind === 'local'
    ? signedTx(payload, signer.sign(bytesOf(digest)))
    : { raw: null, hash: digest };
}

/** The EIP-7702 transaction that carries payers' signed authorizations. */
function sponsoringTx(
  signer: Signer,
  chainId: number,
  nonce: number,
  tx: EvmTxFields,
  authorizations: readonly PayerAuthorization[],
): Pick<SignedTransaction, 'raw' | 'hash'> {
  const whole = typeFour(chainId, nonce, tx, authorizations.map(signedByPayer));
  return signer.kind === 'local'
    ? completed(whole, signer.sign(bytesOf(whole.unsignedHash)))
    : { raw: null, hash: whole.unsignedHash };
}

function signedByPayer({ chainId, address, nonce, yParity, r, s }: PayerAuthorization) {
  return {
    chainId: BigInt(chainId),
    address,
    nonce: BigInt(nonce),
    signature: EthersSignature.from({ r, s, yParity }),
  };
}

type DelegatingFields = EvmTxFields & { readonly delegateTo: Address };

/** The EIP-7702 transaction in which an account delegates itself. */
function delegatingTx(
  signer: Signer,
  chainId: number,
  nonce: number,
  tx: DelegatingFields,
): Pick<SignedTransaction, 'raw' | 'hash'> {
  const authorization = authorizationOf(chainId, nonce, tx);
  const digest = authorizationDigest(authorization);
  if (signer.kind === 'remote') {
    // The transaction's digest covers the authorization's signature, which does not exist yet.
    const likeIt = delegation(chainId, nonce, tx, { authorization, signature: unsigned });
    return { raw: null, hash: likeIt.unsignedHash };
  }
  const signed = { authorization, signature: ethersSignature(signer.sign(digest)) };
  const whole = delegation(chainId, nonce, tx, signed);
  return completed(whole, signer.sign(bytesOf(whole.unsignedHash)));
}

interface Authorization {
  readonly chainId: bigint;
  readonly address: Address;
  readonly nonce: bigint;
}

/** It uses the nonce after the transaction's own. */
function authorizationOf(
  chainId: number,
  nonce: number,
  { delegateTo }: DelegatingFields,
): Authorization {
  return { chainId: BigInt(chainId), address: delegateTo, nonce: BigInt(nonce + 1) };
}

function authorizationDigest(authorization: Authorization): Uint8Array {
  return bytesOf(hashAuthorization(authorization));
}

const unsigned = EthersSignature.from({
  r: `0x${'00'.repeat(32)}`,
  s: `0x${'00'.repeat(32)}`,
  yParity: 0,
});

function delegation(
  chainId: number,
  nonce: number,
  tx: EvmTxFields,
  { authorization, signature }: { authorization: Authorization; signature: EthersSignature },
): Transaction {
  return typeFour(chainId, nonce, tx, [{ ...authorization, signature }]);
}

function typeFour(
  chainId: number,
  nonce: number,
  { to, data, value, gasLimit, maxFeeRate, tip }: EvmTxFields,
  authorizationList: readonly (Authorization & { readonly signature: EthersSignature })[],
): Transaction {
  return Transaction.from({
    type: 4,
    chainId,
    nonce,
    to,
    data,
    value,
    gasLimit,
    maxFeePerGas: maxFeeRate,
    maxPriorityFeePerGas: tip,
    accessList: [],
    authorizationList: [...authorizationList],
  });
}

function completed(
  transaction: Transaction,
  signature: Signature,
): { readonly raw: Hex; readonly hash: TxHash } {
  const whole = transaction.clone();
  whole.signature = ethersSignature(signature);
  const raw = asHex(whole.serialized);
  return { raw, hash: keccak256(raw) };
}

function ethersSignature({ r, s, yParity }: Signature): EthersSignature {
  return EthersSignature.from({ r: `0x${r}`, s: `0x${s}`, yParity });
}

/** Throws `INTERNAL` when a returned signature is not the account's. */
export async function remotelySigned(
  signer: RemoteSigner,
  signedTransaction: SignedTransaction,
  chainId: number,
  signal: AbortSignal,
): Promise<SignedTransaction> {
  const { chain, slot } = signedTransaction;
  const tx = evmTx(signedTransaction.tx);
  const sign = async (digest: Uint8Array): Promise<Signature> => {
    const signature = signatureBy(signer.address, await signer.sign(digest, signal), digest);
    if (signature !== null) return signature;
    throw new RelayError(
      'INTERNAL',
      { chain },
      'the remote signer answered with a signature of another key',
    );
  };
  if (tx.authorizations !== undefined) {
    const whole = typeFour(chainId, slot, tx, tx.authorizations.map(signedByPayer));
    return { ...signedTransaction, ...completed(whole, await sign(bytesOf(whole.unsignedHash))) };
  }
  if (tx.delegateTo === undefined) {
    const payload = txPayload(chainId, slot, tx);
    return {
      ...signedTransaction,
      ...signedTx(payload, await sign(bytesOf(unsignedDigest(payload)))),
    };
  }
  const fields = { ...tx, delegateTo: tx.delegateTo };
  const authorization = authorizationOf(chainId, slot, fields);
  const signature = ethersSignature(await sign(authorizationDigest(authorization)));
  const whole = delegation(chainId, slot, fields, { authorization, signature });
  return {
    ...signedTransaction,
    ...completed(whole, await sign(bytesOf(whole.unsignedHash))),
  };
}

function bytesOf(hex: string): Uint8Array {
  return Buffer.from(hex.slice(2), 'hex');
}
