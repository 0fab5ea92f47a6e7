import {
  type EvmAddress,
  fullSignature,
  type Hex,
  permit2Address,
  permit2ProxyAddress,
} from '@interline/kernel';
import type { AuthorizedTransfer } from '@interline/ports';
import { allowanceCall } from '../abi/erc20-calls.ts';
import { settleCall } from '../abi/permit2-payment.ts';
import { bitmapPlace, nonceBitmapCall } from '../abi/permit2-calls.ts';
import type { RpcCall } from '../rpc/json-rpc.ts';
import { answeredUint, ethCall, readAnswer } from '../rpc/state-calls.ts';
import { isLowS, readSignature, recoverAddress } from '../signing/signatures.ts';
import { authorizationDigest, stateCall, transferCall } from './authorization-text.ts';
import { permit2PaymentDigest } from './permit2-digest.ts';

/** What one method of moving a payer's money has otherwise than the other. */
export interface TransferWay {
  /** The contract that anybody sends it to. */
  readonly to: EvmAddress;
  readonly data: Hex;
  /** What was signed. */
  readonly digest: Buffer;
  /** Null where the payer's own key has not signed it; its wallet's code may take the signature all the same. */
  readonly byKey: KeySignature | null;
  /** In whose name a wallet's code is asked. */
  readonly asker: EvmAddress;
  readonly isUsed: RpcCall<boolean>;
  /** What the mover may take of the payer's; null where it needs no leave. */
  readonly allowance: RpcCall<bigint> | null;
}

/** A key's signature has several encodings; the contract is given one that all of them take. */
interface KeySignature {
  readonly full: Hex;
  /** Of two signatures for one digest that have the same r, the one with the low s counts (EIP-2). */
  readonly isLowS: boolean;
}

/** The token checks it and moves it itself. */
export function tokensWay(separator: Hex, transfer: AuthorizedTransfer): TransferWay {
  const { token, from, signature } = transfer;
  const digest = authorizationDigest(separator, transfer);
  const byKey = signedByKey(digest, from, signature);
  const state = ethCall({ to: token, data: stateCall(transfer) });
  return {
    to: token,
    data: transferCall({ ...transfer, signature: byKey?.full ?? signature }),
    digest,
    byKey,
    asker: token,
    isUsed: readAnswer(state, (answer) => answeredUint(answer) === 1n),
    allowance: null,
  };
}

/** Permit2 checks and moves it, at the call of the proxy, which is bound to the recipient. */
export function permit2Way(chainId: number, transfer: AuthorizedTransfer): TransferWay {
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
