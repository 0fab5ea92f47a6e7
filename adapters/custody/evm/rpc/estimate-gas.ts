import type { Hex } from '@interline/kernel';
import { type Message, revertOf } from './eth-call.ts';
import { readQuantity } from './read-hex.ts';
import type { RpcCall } from './rpc-call.ts';

export type GasAnswer =
  { readonly ok: true; readonly gas: bigint } | { readonly ok: false; readonly revert: Hex | null };

/** Of a transaction at the head, base and calldata cost included. */
export function estimateGas(message: Message): RpcCall<GasAnswer> {
  return {
    method: 'eth_estimateGas',
    params: [message],
    read: (result) => ({ ok: true, gas: readQuantity(result) }),
    readError: (error) => ({ ok: false, revert: revertOf(error) }),
  };
}
