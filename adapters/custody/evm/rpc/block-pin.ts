import type { Hex } from '@interline/kernel';
import type { NodeError } from './rpc-call.ts';
import { RpcFault } from './rpc-fault.ts';

/** The head by default; a block's number in hex, or its hash (EIP-1898), which pins the state. */
export type BlockPin = Hex | 'latest' | { readonly blockHash: Hex };

/** A block's height as nodes take it. */
export function heightWord(block: number): Hex {
  return `0x${block.toString(16)}`;
}

const lostCode = -32_001;
const lostWords =
  /not found|unknown block|not canonical|not currently canonical|missing (header|block)|not available/i;

/**
 * A block that was the head a moment ago and is unknown now went in a reorg; any other error is the
 * node's fault.
 */
export function pinLost({ code, message }: NodeError): never {
  if (code === lostCode || lostWords.test(message))
    throw new RpcFault('inconsistent', 'the block that was read at is gone');
  throw new RpcFault('error-answer', `the node answered with error ${code}`);
}
