import {
  type EvmAddress,
  fullSignature,
  type Hex,
  permit2Address,
  permit2ProxyAddress,
} from '@interline/kernel';
import type { AuthorizedTransfer } from '@interline/ports';
import { authorizationDigest, stateCall, transferCall } from '../abi/eip3009-calls.ts';
import { allowanceCall } from '../abi/erc20-calls.ts';
import { settleCall } from '../abi/permit2-payment.ts';
import { bitmapPlace, nonceBitmapCall } from '../abi/permit2-calls.ts';
import type { RpcCall } from '../rpc/json-rpc.ts';
import { answeredUint, ethCall, readAnswer } from '../rpc/state-calls.ts';
import { isLowS, readSignature, recoverAddress } from '../signing/signatures.ts';
import { permit2PaymentDigest } from './permit2-digest.ts';

/** How one method moves a payer's money, where the two methods differ. */
export interface TransferMethod {
  /** The contract that the transaction calls; any sender may call it. */
  readonly to: EvmAddress;
  readonly data: Hex;
  /** What was signed. */
  readonly digest: Buffer;
  /**
   * Null where the payer's own key has not signed it; its wallet's code may accept the signature
   * nevertheless.
   */
  readonly byKey: KeySignature | null;
  /** The caller that a wallet's code sees when it is asked. */
  readonly asker: EvmAddress;
  readonly isUsed: RpcCall<boolean>;
  /** What Permit2 may take from the payer; null where the token moves the money itself. */
  readonly allowance: RpcCall<bigint> | null;
}

/** A key's signature has several encodings; the contract gets one that all contracts accept. */
interface KeySignature {
  readonly full: Hex;
  /**
   * Of two signatures of one digest with the same r, only the one with the low s is valid (EIP-2).
   */
  readonly isLowS: boolean;
}

/** EIP-3009: the token itself checks the signature and moves the money. */
export function tokenMethod(separator: Hex, transfer: AuthorizedTransfer): TransferMethod {
  const { token, from, signature } = transfer;
  const digest = authorizationDigest(separator, transfer);
  const byKey = signedByKey(digest, from, signature);
  const state = ethCall({ to: token, data: stateCall(transfer) });
  return {
    to: token,
    data: transferCall(transfer, byKey?.full ?? signature),
    digest,
    byKey,
    asker: token,
    isUsed: readAnswer(state, (answer) => answeredUint(answer) === 1n),
    allowance: null,
  };
}

/**
 * Permit2 checks the signature and moves the money when the proxy calls it; the proxy can pay only
 * the signed recipient.
 */
export function permit2Method(chainId: number, transfer: AuthorizedTransfer): TransferMethod {
  const { token, from, nonce, signature } = transfer;
  const digest = Buffer.from(permit2PaymentDigest(chainId, transfer).slice(2), 'hex');
  const byKey = signedByKey(digest, from, signature);
  const { word, mask } = bitmapPlace(BigInt(nonce));
  const bitmap = ethCall({ to: permit2Address, data: nonceBitmapCall(from, word) });
  const allowance = ethCall({ to: token, data: allowanceCall(from, permit2Address) });
  return {
    to: permit2ProxyAddress,
    data: settleCall(transfer, byKey?.full ?? signature),
    digest,
    byKey,
    asker: permit2Address,
    isUsed: readAnswer(bitmap, (answer) => ((answeredUint(answer) ?? 0n) & mask) !== 0n),
    allowance: readAnswer(allowance, (answer) => answeredUint(answer) ?? 0n),
  };
}

function signedByKey(digest: Buffer, payer: EvmAddress, signature: Hex): KeySignature | null {
  const full = fullSignature(signature);
  const read = readSignature(full);
  return read !== null && recoverAddress(digest, read) === payer
    ? { full, isLowS: isLowS(read) }
    : null;
}
