import type { EvmAddress, Hex } from '@interline/kernel';
import type { AuthorizedTransfer } from '@interline/ports';
import type { RpcCall } from '../rpc/json-rpc.ts';
import type { RpcNode } from '../rpc/rpc-node.ts';
import { estimateGas } from '../rpc/state-calls.ts';
import { simulatedCall } from '../sponsored/simulated-block.ts';
import { isTransfer, readTransfers } from '../watch/transfers.ts';

export type SimulatedTransfer =
  /** `isMade`: a log shows the whole amount moving; always true where the node shows no logs. */
  | { readonly ok: true; readonly gas: bigint; readonly isMade: boolean }
  | { readonly ok: false; readonly revert: Hex | null };

interface Message {
  readonly from: EvmAddress;
  readonly to: EvmAddress;
  readonly data: Hex;
  readonly gas: Hex;
}

/**
 * Simulates the transfer once at the head, with logs. Null from a node that cannot simulate blocks;
 * `estimatedTransfer` is used there.
 */
export function simulatedTransfer(
  message: Message,
  transfer: AuthorizedTransfer,
): RpcCall<SimulatedTransfer | null> {
  const simulated = simulatedCall(message, []);
  return {
    ...simulated,
    read(result) {
      const call = simulated.read(result);
      if (!call.isSuccess) return { ok: false, revert: call.returned };
      const isMade = readTransfers(call.logs).some((seen) => isTransfer(seen, transfer));
      return { ok: true, gas: call.gasUsed, isMade };
    },
    readError: () => null,
  };
}

/** Costs the node more work and shows no logs. */
export async function estimatedTransfer(
  node: RpcNode,
  message: Message,
): Promise<SimulatedTransfer> {
  const [estimate] = await node.ask([estimateGas(message)]);
  return estimate.ok ? { ...estimate, isMade: true } : estimate;
}
