import { evmAddress, type Address } from '@interline/kernel';
import { Signature } from 'ethers/crypto';
import { Transaction, type TransactionLike } from 'ethers/transaction';
import { authorizes, type OnChainTx } from './on-chain-tx.ts';
import { readAddress, readData, readHash, readQuantity, readRecord } from './read-fields.ts';

/**
 * The signer of a transaction that a node shows, recovered from the transaction's own bytes. Null
 * if its fields do not produce its hash, and for unsupported types (only 0, 1, 2 and 4 are
 * supported). The `from` of a node's response proves nothing.
 */
export function signerOf(shown: unknown): Address | null {
  try {
    const tx = readRecord(shown);
    const built = Transaction.from(fieldsOf(tx));
    return built.hash === readHash(tx.hash) && built.from !== null
      ? evmAddress(built.from.toLowerCase())
      : null;
  } catch {
    return null;
  }
}

/** A slot of an account on one chain. */
export interface AccountSlot {
  readonly chainId: number;
  readonly account: Address;
  readonly nonce: number;
}

/**
 * Whether the account signed exactly these fields for its slot, or signed an authorization in them
 * for it. A node may report any sender.
 */
export function isSignedFor(
  slot: AccountSlot,
  { from, nonce, authorizations, signer }: OnChainTx & { readonly signer: Address | null },
): boolean {
  if (from === slot.account && nonce === slot.nonce) return signer === slot.account;
  return authorizes({ authorizations }, slot);
}

function fieldsOf(tx: Readonly<Record<string, unknown>>): TransactionLike {
  const type = Number(readQuantity(tx.type ?? '0x0'));
  const fees =
    type < 2
      ? { gasPrice: readQuantity(tx.gasPrice) }
      : {
          maxFeePerGas: readQuantity(tx.maxFeePerGas),
          maxPriorityFeePerGas: readQuantity(tx.maxPriorityFeePerGas),
        };
  return {
    type,
    to: tx.to === null || tx.to === undefined ? null : readAddress(tx.to),
    nonce: Number(readQuantity(tx.nonce)),
    gasLimit: readQuantity(tx.gas),
    data: readData(tx.input ?? '0x'),
    value: readQuantity(tx.value),
    chainId: tx.chainId === undefined || tx.chainId === null ? 0n : readQuantity(tx.chainId),
    ...fees,
    ...(type === 0 ? {} : { accessList: listOf(tx.accessList).map(accessOf) }),
    ...(type === 4 ? { authorizationList: listOf(tx.authorizationList).map(authorizationOf) } : {}),
    signature: type === 0 ? legacySignature(tx) : signatureOf(tx),
  };
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function accessOf(value: unknown): { address: string; storageKeys: string[] } {
  const { address, storageKeys } = readRecord(value);
  return { address: readAddress(address), storageKeys: listOf(storageKeys).map(String) };
}

function authorizationOf(value: unknown) {
  const one = readRecord(value);
  return {
    address: readAddress(one.address),
    nonce: readQuantity(one.nonce),
    chainId: readQuantity(one.chainId),
    signature: Signature.from(signatureOf(one)),
  };
}

function signatureOf({ r, s, yParity, v }: Readonly<Record<string, unknown>>) {
  const parity = readQuantity(yParity ?? v) === 1n ? 1 : 0;
  return { r: wordOf(r), s: wordOf(s), yParity: parity } as const;
}

/** Its `v` holds the chain as well (EIP-155). */
function legacySignature({ r, s, v }: Readonly<Record<string, unknown>>) {
  return { r: wordOf(r), s: wordOf(s), v: readQuantity(v) };
}

function wordOf(value: unknown): string {
  return `0x${readQuantity(value).toString(16).padStart(64, '0')}`;
}
