import { keccak256 } from 'ethers/crypto';
import type { Hex, TxFields } from '@interline/kernel';
import { emptyList, evenDigits, rlpList } from './rlp.ts';
import type { Signature } from './signer.ts';

/** A type-2 transaction's fields in RLP order, without signature. */
export type TxPayload = readonly (string | typeof emptyList)[];

export function txPayload(chainId: number, nonce: number, tx: TxFields): TxPayload {
  return [
    quantity(chainId),
    quantity(nonce),
    quantity(tx.maxPriorityFeePerGas),
    quantity(tx.maxFeePerGas),
    quantity(tx.gasLimit),
    tx.to.slice(2),
    quantity(tx.valueWei),
    tx.data.slice(2).toLowerCase(),
    emptyList,
  ];
}

/** What is signed. */
export function unsignedDigest(payload: TxPayload): Hex {
  return hashOf(typed(payload));
}

export function signedTx(
  payload: TxPayload,
  { r, s, yParity }: Signature,
): { readonly raw: Hex; readonly hash: Hex } {
  const digits = typed([
    ...payload,
    quantity(yParity),
    quantity(BigInt(`0x${r}`)),
    quantity(BigInt(`0x${s}`)),
  ]);
  return { raw: `0x${digits}`, hash: hashOf(digits) };
}

function typed(fields: TxPayload): string {
  return `02${rlpList(fields)}`;
}

function hashOf(digits: string): Hex {
  return keccak256(Buffer.from(digits, 'hex')) as Hex; // CAST: ethers types hex as string.
}

// RLP integers have no leading zeros, and zero is no bytes at all.
function quantity(value: number | bigint): string {
  return BigInt(value) === 0n ? '' : evenDigits(value);
}
