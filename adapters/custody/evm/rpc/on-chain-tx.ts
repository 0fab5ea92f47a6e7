import type { Address, Hex, TxHash } from '@interline/kernel';
import { hashAuthorization } from 'ethers/hash';
import { recoverAddress, type Signature } from '../signing/signatures.ts';
import type { RpcCall } from './json-rpc.ts';
import {
  readAddress,
  readData,
  readHash,
  readQuantity,
  readRecord,
  readSafeNumber,
} from './read-fields.ts';
import { garbage, RpcFault } from './rpc-fault.ts';

/** A transaction as a node shows it, by any sender. */
export interface OnChainTx {
  readonly hash: TxHash;
  readonly from: Address;
  /** Null where it created a contract. */
  readonly to: Address | null;
  readonly nonce: number;
  readonly input: Hex;
  /** Those of an EIP-7702 transaction that can be read. */
  readonly authorizations: readonly Authorization[];
}

/** An account's consent to run code (EIP-7702); one that takes effect consumes its nonce. */
interface Authorization {
  /** 0 is valid on every chain. */
  readonly chainId: bigint;
  readonly address: Address;
  readonly nonce: bigint;
  readonly signature: Signature;
}

/** The block that holds a transaction. */
export interface TxPlace {
  readonly hash: TxHash;
  readonly block: number;
  readonly blockHash: string;
}

export function readOnChainTx(value: unknown): OnChainTx {
  const { hash, from, to, nonce, input, authorizationList } = readRecord(value);
  return {
    hash: readHash(hash),
    from: readAddress(from),
    to: to === null || to === undefined ? null : readAddress(to),
    nonce: readSafeNumber(nonce),
    input: input === null || input === undefined ? '0x' : readData(input),
    authorizations: Array.isArray(authorizationList)
      ? authorizationList.flatMap((one) => readAuthorization(one))
      : [],
  };
}

/**
 * The transaction of that hash in its block, as `read` reads it: by the node's index, which may know
 * one before its receipt is served. Null while the node has it in no block; another transaction
 * than was asked for is a fault.
 */
export function minedTx<T>(
  hash: TxHash,
  read: (tx: Readonly<Record<string, unknown>>, place: TxPlace) => T,
): RpcCall<T | null> {
  return {
    method: 'eth_getTransactionByHash',
    params: [hash],
    read(result) {
      if (result === null) return null;
      const tx = readRecord(result);
      if (readHash(tx.hash) !== hash.toLowerCase())
        throw garbage('a transaction is another one than asked for');
      // It still waits in the pool.
      if (tx.blockNumber === null || tx.blockNumber === undefined) return null;
      const block = readSafeNumber(tx.blockNumber);
      return read(tx, { hash, block, blockHash: readHash(tx.blockHash) });
    },
  };
}

/** The transaction with its block; null where the node has it in none. */
export function txInBlock(
  hash: TxHash,
): RpcCall<{ readonly tx: OnChainTx; readonly place: TxPlace } | null> {
  return minedTx(hash, (tx, place) => ({ tx: readOnChainTx(tx), place }));
}

/**
 * Whether the account authorized something in the transaction under that nonce. That alone does not
 * show that the authorization took effect: one whose nonce was not the account's next is skipped.
 */
export function authorizes(
  { authorizations }: Pick<OnChainTx, 'authorizations'>,
  { chainId, account, nonce }: { chainId: number; account: Address; nonce: number },
): boolean {
  return authorizations.some(
    (one) =>
      one.nonce === BigInt(nonce) &&
      (one.chainId === 0n || one.chainId === BigInt(chainId)) &&
      authorityOf(one) === account,
  );
}

function authorityOf({ chainId, address, nonce, signature }: Authorization): Address | null {
  const digest = hashAuthorization({ chainId, address, nonce });
  return recoverAddress(Buffer.from(digest.slice(2), 'hex'), signature);
}

// Any sender can put a broken authorization into a transaction; it must not hide the others.
function readAuthorization(value: unknown): readonly Authorization[] {
  try {
    const { chainId, address, nonce, r, s, yParity, v } = readRecord(value);
    const parity = readQuantity(yParity ?? v);
    if (parity > 1n) return [];
    return [
      {
        chainId: readQuantity(chainId),
        address: readAddress(address),
        nonce: readQuantity(nonce),
        signature: { r: scalar(r), s: scalar(s), yParity: parity === 1n ? 1 : 0 },
      },
    ];
  } catch (error) {
    if (error instanceof RpcFault) return [];
    throw error;
  }
}

/** Part of a signature: 64 hex digits. */
export function scalar(value: unknown): string {
  return readQuantity(value).toString(16).padStart(64, '0');
}
