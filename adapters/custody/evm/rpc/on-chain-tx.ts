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

/** A transaction by any sender, as a node shows it. */
export interface OnChainTx {
  readonly hash: TxHash;
  readonly from: Address;
  /** Null for a contract creation. */
  readonly to: Address | null;
  readonly nonce: number;
  readonly input: Hex;
  /** The readable authorizations of an EIP-7702 transaction. */
  readonly authorizations: readonly Authorization[];
}

/**
 * An account's consent to run code (EIP-7702); it uses the account's nonce when it takes effect.
 */
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
 * The transaction with that hash in its block, parsed by `read`. It uses the node's index, which
 * may have a transaction before its receipt is served. Null while the transaction is in no block. A
 * different transaction in the response is a fault.
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
      // It is still in the pool.
      if (tx.blockNumber === null || tx.blockNumber === undefined) return null;
      const block = readSafeNumber(tx.blockNumber);
      return read(tx, { hash, block, blockHash: readHash(tx.blockHash) });
    },
  };
}

/** The transaction with its block; null if the node has it in none. */
export function txInBlock(
  hash: TxHash,
): RpcCall<{ readonly tx: OnChainTx; readonly place: TxPlace } | null> {
  return minedTx(hash, (tx, place) => ({ tx: readOnChainTx(tx), place }));
}

/**
 * Whether the transaction has an authorization of the account under that nonce. That alone does not
 * show that it took effect: an authorization with another nonce than the account's next is skipped.
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

// Any sender can include a malformed authorization; it must not hide the others.
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
