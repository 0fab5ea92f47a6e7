import type { Address, Hex } from '@interline/kernel';
import { type ExplainedCall, failedExecution } from '../rpc/json-rpc.ts';
import { readData, readList, readQuantity, readRecord } from '../rpc/read-fields.ts';
import { garbage, RpcFault } from '../rpc/rpc-fault.ts';
import { delegatedCode } from './entry-point.ts';

export interface SimulatedCall {
  readonly isSuccess: boolean;
  readonly gasUsed: bigint;
  /** The return or revert data. */
  readonly returned: Hex;
  readonly logs: readonly unknown[];
}

/**
 * Simulates one call at the head by `eth_simulateV1`, with these accounts delegated. Unlike
 * `eth_call` it returns logs. They show whether an inner operation failed, which does not revert
 * the call.
 */
export function simulatedCall(
  message: { readonly from: Address; readonly to: Address; readonly data: Hex; readonly gas?: Hex },
  delegated: readonly Address[],
): ExplainedCall<SimulatedCall> {
  const stateOverrides = Object.fromEntries(
    delegated.map((account) => [account, { code: delegatedCode }]),
  );
  return {
    method: 'eth_simulateV1',
    params: [{ blockStateCalls: [{ stateOverrides, calls: [message] }] }, 'latest'],
    read(result) {
      const [block] = readList(result).map(readRecord);
      const [call] = readList(block?.calls).map(readRecord);
      if (call === undefined) throw garbage('a simulated block has no call');
      const isSuccess = readQuantity(call.status) === 1n;
      return {
        isSuccess,
        gasUsed: readQuantity(call.gasUsed),
        returned: isSuccess ? readData(call.returnData) : revertDataIn(call),
        logs: isSuccess ? readList(call.logs) : [],
      };
    },
    // Calls whose answer is too large to be read count as failed, and not as a fault of the node.
    isSizedByCode: true,
    readError({ code }) {
      if (code !== failedExecution.code)
        throw new RpcFault('error-answer', `a simulation was answered with error ${code}`);
      return { isSuccess: false, gasUsed: 0n, returned: '0x', logs: [] };
    },
  };
}

/** Nodes differ in where they put the revert data. */
function revertDataIn({ returnData, error }: Readonly<Record<string, unknown>>): Hex {
  if (typeof returnData === 'string' && returnData.length > 2) return readData(returnData);
  const data = typeof error === 'object' && error !== null ? readRecord(error).data : undefined;
  return typeof data === 'string' ? readData(data) : '0x';
}
