import { type EvmAddress, evmChainId, type Hex, type TypedData } from '@interline/kernel';
import type { PayerAuthorization, PayerOperation } from '@interline/ports';
import { hashAuthorization } from 'ethers/hash';
import { digestOf } from '../signing/digest-of.ts';
import { readSignature, recoverAddress, type Signature } from '../signing/signatures.ts';
import { operationTypedData } from './entry-point.ts';

/** What payers sign, and who signed. */
export interface Signing {
  toSign(operation: PayerOperation): { readonly hash: Hex; readonly typedData: TypedData };
  isSigned(operation: PayerOperation, signature: Hex): boolean;
  authorizerOf(authorization: PayerAuthorization): EvmAddress | null;
}

export const signing: Signing = {
  toSign(operation) {
    const typedData = operationTypedData(evmChainId(operation.chain) ?? 0, operation);
    return { hash: digestOf(typedData), typedData };
  },
  isSigned(operation, signature) {
    const read = signature.length === 132 ? readSignature(signature) : null;
    if (read === null || isHigh(read)) return false;
    return recoverAddress(bytesOf(signing.toSign(operation).hash), read) === operation.account;
  },
  authorizerOf({ chainId, address, nonce, yParity, r, s }) {
    const digest = hashAuthorization({ chainId: BigInt(chainId), address, nonce: BigInt(nonce) });
    const signature = { r: r.slice(2), s: s.slice(2), yParity };
    return isHigh(signature) ? null : recoverAddress(bytesOf(digest), signature);
  },
};

const halfOrder = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n;

/** Neither the delegate nor a block accepts a high s. */
function isHigh({ s }: Signature): boolean {
  return BigInt(`0x${s}`) > halfOrder;
}

function bytesOf(hex: string): Uint8Array {
  return Buffer.from(hex.slice(2), 'hex');
}
