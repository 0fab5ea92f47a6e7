import { type EvmAddress, type Hex, permit2Address } from '@interline/kernel';
import { type BlockPin, pinLost } from './block-pin.ts';
import { readData } from './read-hex.ts';
import type { NodeError, RpcCall } from './rpc-call.ts';

export interface Message {
  readonly from?: EvmAddress;
  readonly to: EvmAddress;
  readonly data: Hex;
  readonly value?: Hex;
}

export type CallAnswer =
  | { readonly ok: true; readonly data: Hex }
  /** `revert` is null where the node gave no data. */
  | { readonly ok: false; readonly revert: Hex | null };

export function ethCall(message: Message, block: BlockPin = 'latest'): RpcCall<CallAnswer> {
  return {
    method: 'eth_call',
    params: [message, block],
    read: (result) => ({ ok: true, data: readData(result) }),
    readError: (error) => ({ ok: false, revert: revertOf(error) }),
  };
}

/** A read of Permit2. */
export function permit2Read(data: Hex): RpcCall<CallAnswer> {
  return ethCall({ to: permit2Address, data });
}

const executionCode = 3;
const executionWords =
  /revert|invalid (fe )?opcode|EVM error|out of gas|OutOfGas|stack (over|under)flow|invalid jump|gas required exceeds|insufficient (funds|balance)|always failing/i;

/**
 * The revert data of an error that says the execution failed; any other error is a fault of the
 * node.
 */
export function revertOf(error: NodeError): Hex | null {
  return error.code === executionCode || executionWords.test(error.message)
    ? error.data
    : pinLost(error);
}
