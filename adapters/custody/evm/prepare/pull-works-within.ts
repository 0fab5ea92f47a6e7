import type { Hex } from '@interline/kernel';
import type { Prepared } from '@interline/ports';
import type { RpcNode } from '../rpc/rpc-node.ts';
import { executionGas, postingGasOf, postingRoom } from './gas-limit.ts';
import { least } from './market.ts';
import { callsOfPull, judgePull, type PullRequest } from './judge-pull.ts';
import type { Preparing } from './preparing.ts';
import { simulateCalls } from './simulate-calls.ts';

export interface PullBytes {
  readonly allowanceData: Hex | null;
  readonly pullData: Hex;
}

/**
 * Whether the pull works with exactly the gas limit to be signed, on a node other than the one that
 * measured it. The payer's code can see its gas, the signed limit may differ from the one it was
 * measured under, and one node alone must not decide how low the limit is.
 */
export async function pullWorksWithin(
  { chain, accounts, signal }: Preparing,
  request: PullRequest,
  { allowanceData, pullData }: PullBytes,
  prepared: readonly Prepared[],
  reader: RpcNode,
): Promise<boolean> {
  const postingGas = await chain.postingGas(signal);
  const capOf = (purpose: Prepared['purpose'], data: Hex): bigint => {
    const limit = prepared.find((one) => one.purpose === purpose)?.tx.gasLimit ?? 0n;
    const room = postingRoom(postingGasOf(data, postingGas, chain.costs));
    return executionGas(limit, data, least(room, chain.costs.mostPostingGas));
  };
  const sent = prepared.length > 1 ? allowanceData : null;
  const alone = { ...request, then: [] };
  const pullCalls = callsOfPull(alone, sent, pullData, chain.costs, {
    allowance: capOf('allowance', sent ?? '0x'),
    pull: capOf('pull', pullData),
  });
  const [simulation] = await chain.client.readBeside(
    reader,
    (node) => node.ask([simulateCalls(accounts.spender, pullCalls.calls)]),
    signal,
  );
  const verdict = judgePull(alone, pullCalls, simulation);
  return verdict.kind === 'pull-works' && (sent === null || verdict.gas.allowanceGas !== null);
}
