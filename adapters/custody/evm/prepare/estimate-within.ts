import type { Hex } from '@interline/kernel';
import type { RpcNode } from '../rpc/rpc-node.ts';
import { estimateGas, type GasAnswer, type Message } from '../rpc/state-calls.ts';

/**
 * Estimates a transaction's gas under that limit. If it fails there, it is estimated again without
 * the limit and `isBeyond` is true, so that a refusal can state the required gas.
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
