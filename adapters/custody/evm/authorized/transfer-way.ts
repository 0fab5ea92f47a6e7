import { type EvmAddress, type Hex, permit2Address, permit2ProxyAddress } from '@interline/kernel';
import type { AuthorizedTransfer } from '@interline/ports';
import { allowanceCall } from '../abi/erc20-calls.ts';
import { settleCall } from '../abi/permit2-payment.ts';
import { bitmapPlace, nonceBitmapCall } from '../abi/permit2-calls.ts';
import { readUint } from '../abi/words.ts';
import type { RpcCall } from '../rpc/json-rpc.ts';
import { answeredUint, type CallAnswer, ethCall } from '../rpc/state-calls.ts';
import { readSignature, recoverAddress } from '../signing/signatures.ts';
import { authorizationDigest, stateCall, transferCall } from './authorization-text.ts';
import { permit2PaymentDigest } from './permit2-digest.ts';

/** What one method of moving a payer's money has otherwise than the other. */
export interface TransferWay {
  /** The contract that anybody sends it to. */
  readonly to: EvmAddress;
  readonly data: Hex;
  /** What was signed. */
  readonly digest: Buffer;
  /** Whether the payer's own key has signed it, as that contract takes signatures of keys. */
  readonly isByKey: boolean;
  /** In whose name a wallet's code is asked. */
  readonly asker: EvmAddress;
  readonly isUsed: RpcCall<boolean>;
  /** What the mover may take of the payer's; null where it needs no leave. */
  readonly allowance: RpcCall<bigint> | null;
}

/** The token checks it and moves it itself. */
export function tokensWay(separator: Hex, transfer: AuthorizedTransfer): TransferWay {
  const { token, from, signature } = transfer;
  const digest = authorizationDigest(separator, transfer);
  const state = ethCall({ to: token, data: stateCall(transfer) });
  return {
    to: token,
    data: transferCall(transfer),
    digest,
    isByKey: isByKey(digest, from, asTokensReadIt(signature)),
    asker: token,
    isUsed: answeredBy(state, (answer) => answer.ok && readUint(answer.data) === 1n),
    allowance: null,
  };
}

/** Permit2 checks and moves it, at the call of the proxy, which is bound to the recipient. */
export function permit2Way(chainId: number, transfer: AuthorizedTransfer): TransferWay {
  const { token, from, nonce, signature } = transfer;
  const digest = Buffer.from(permit2PaymentDigest(chainId, transfer).slice(2), 'hex');
  const { word, mask } = bitmapPlace(BigInt(nonce));
  const bitmap = ethCall({ to: permit2Address, data: nonceBitmapCall(from, word) });
  const allowance = ethCall({ to: token, data: allowanceCall(from, permit2Address) });
  return {
    to: permit2ProxyAddress,
    data: settleCall(transfer, signature),
    digest,
    isByKey: isByKey(digest, from, signature),
    asker: permit2Address,
    isUsed: answeredBy(bitmap, (answer) => ((answeredUint(answer) ?? 0n) & mask) !== 0n),
    allowance: answeredBy(allowance, (answer) => answeredUint(answer) ?? 0n),
  };
}

function answeredBy<T>(
  call: ReturnType<typeof ethCall>,
  read: (answer: CallAnswer) => T,
): RpcCall<T> {
  return {
    ...call,
    read: (result) => read(call.read(result)),
    readError: (error) => read(call.readError(error)),
  };
}

function isByKey(digest: Buffer, payer: EvmAddress, signature: Hex): boolean {
  const read = readSignature(signature);
  return read !== null && recoverAddress(digest, read) === payer;
}

/** As the calldata has it: 0 and 1 are written by some wallets, and 64 bytes are passed on as they are. */
function asTokensReadIt(signature: Hex): Hex {
  if (signature.length !== 132) return '0x';
  const v = Number.parseInt(signature.slice(130), 16);
  return v < 27
    ? (`${signature.slice(0, 130)}${(v + 27).toString(16)}` as const as Hex)
    : signature;
}
