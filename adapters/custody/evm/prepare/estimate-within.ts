import type { Hex } from '@interline/kernel';
import type { RpcNode } from '../rpc/rpc-node.ts';
import { estimateGas, type GasAnswer, type Message } from '../rpc/state-calls.ts';

/**
 * The gas of a transaction that runs under that limit. Where it fails there, it is estimated again
 * without the limit, so that a refusal can say how much it would take; `isBeyond` says so.
 */
export async function estimateWithin(
  node: RpcNode,
  message: Message,
  ceiling: bigint,
): Promise<{ readonly gas: GasAnswer; readonly isBeyond: boolean }> {
  const limit: Hex = `0x${ceiling.toString(16)}`;
  const [within] = await node.ask([estimateGas({ ...message, gas: limit })]);
  if (within.ok) return { gas: within, isBeyond: false };
  const [gas] = await node.ask([estimateGas(message)]);
  return { gas, isBeyond: true };
}
