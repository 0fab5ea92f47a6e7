import {
  type ChainRef,
  type Address,
  type Hex,
  RelayError,
  type SignedTransaction,
  type TxHash,
} from '@interline/kernel';
import { type EvmTxFields, evmTx } from '../evm-tx-fields.ts';
import type { FormContent, Prepared } from '@interline/ports';
import { Signature as EthersSignature } from 'ethers/crypto';
import { hashAuthorization } from 'ethers/hash';
import { Transaction } from 'ethers/transaction';
import { signedTx, txPayload, unsignedDigest } from './serialize-tx.ts';
import { recoverAddress, type Signature } from './signatures.ts';
import type { LocalSigner, RemoteSigner, Signer } from './signers.ts';

interface Sealing {
  readonly content: FormContent;
  readonly prepared: Prepared;
  readonly chainId: number;
  readonly nonce: number;
  readonly nowMs: number;
}

/**
 * Signs with a local key. For a remote signer `raw` stays null, and the hash is the digest that is
 * to be signed.
 */
export function sealed(
  signer: Signer,
  { content, prepared, chainId, nonce, nowMs }: Sealing,
): SignedTransaction {
  const { chain } = prepared;
  const tx = evmTx(prepared.tx);
  const bytes =
    tx.delegateTo === undefined
      ? plainTx(signer, chainId, nonce, tx)
      : delegatingTx(localOnly(signer, chain), chainId, nonce, tx, tx.delegateTo);
  return {
    ...bytes,
    transactionId: content.transactionId,
    movements: content.movements,
    chain,
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

function localOnly(signer: Signer, chain: ChainRef): LocalSigner {
  if (signer.kind === 'local') return signer;
  throw new RelayError(
    'INTERNAL',
    { chain },
    'a remote signer cannot delegate its account; send the delegation with its own tools',
  );
}

/**
 * The EIP-7702 transaction by which an account delegates itself: the authorization takes the nonce
 * after the transaction's own.
 */
function delegatingTx(
  signer: LocalSigner,
  chainId: number,
  nonce: number,
  tx: EvmTxFields,
  delegateTo: Address,
): { readonly raw: Hex; readonly hash: TxHash } {
  const authorization = { chainId: BigInt(chainId), address: delegateTo, nonce: BigInt(nonce + 1) };
  const { to, data, value, gasLimit, maxFeeRate, tip } = tx;
  const unsigned = {
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
    authorizationList: [
      { ...authorization, signature: signed(signer, hashAuthorization(authorization)) },
    ],
  };
  const digest = Transaction.from(unsigned).unsignedHash;
  const whole = Transaction.from({ ...unsigned, signature: signed(signer, digest) });
  // CAST: ethers types hex as string, and a signed transaction has a hash.
  return { raw: whole.serialized as Hex, hash: whole.hash as Hex };
}

function signed(signer: LocalSigner, digest: string): EthersSignature {
  const { r, s, yParity }: Signature = signer.sign(Buffer.from(digest.slice(2), 'hex'));
  return EthersSignature.from({ r: `0x${r}`, s: `0x${s}`, yParity });
}

/** Throws `INTERNAL` when the returned signature is not the account's. */
export async function remotelySigned(
  signer: RemoteSigner,
  signedTransaction: SignedTransaction,
  chainId: number,
  signal: AbortSignal,
): Promise<SignedTransaction> {
  const payload = txPayload(chainId, signedTransaction.slot, evmTx(signedTransaction.tx));
  const digest = bytesOf(unsignedDigest(payload));
  const signature = normalised(await signer.sign(digest, signal), digest, signer.address);
  if (signature === null)
    throw new RelayError(
      'INTERNAL',
      { chain: signedTransaction.chain },
      'the remote signer answered with a signature of another key',
    );
  return { ...signedTransaction, ...signedTx(payload, signature) };
}

const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

// A KMS may return a high s, which nodes refuse, and never returns the parity.
function normalised(rs: Uint8Array, digest: Uint8Array, address: Address): Signature | null {
  if (rs.length !== 64) return null;
  const digits = Buffer.from(rs).toString('hex');
  const [r, asGiven] = [digits.slice(0, 64), BigInt(`0x${digits.slice(64)}`)];
  const s = (asGiven > order / 2n ? order - asGiven : asGiven).toString(16).padStart(64, '0');
  const candidates: readonly Signature[] = [
    { r, s, yParity: 0 },
    { r, s, yParity: 1 },
  ];
  return candidates.find((one) => recoverAddress(digest, one) === address) ?? null;
}

function bytesOf(hex: Hex): Uint8Array {
  return Buffer.from(hex.slice(2), 'hex');
}
