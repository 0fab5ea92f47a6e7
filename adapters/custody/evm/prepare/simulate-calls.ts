import type { Address, Hex } from '@interline/kernel';
import {
  type ExecutorCall,
  batchExecutor,
  type CallResult,
  readCallResults,
  runCall,
} from '../abi/batch-executor.ts';
import type { ExplainedCall, NodeError } from '../rpc/json-rpc.ts';
import { readData } from '../rpc/read-fields.ts';
import { garbage } from '../rpc/rpc-fault.ts';
import { revertOf } from '../rpc/state-calls.ts';

/** `burnt`: the calls used all gas. `unsupported`: the node rejects or ignores state overrides. */
export type Simulation =
  | { readonly kind: 'ran'; readonly results: readonly CallResult[] }
  | { readonly kind: 'burnt' }
  | { readonly kind: 'unsupported' };

type SimulationCall = ExplainedCall<Simulation>;

/** Code set on further addresses for this one call. */
type CodeOverrides = Readonly<Record<Address, { readonly code: Hex }>>;

/**
 * Runs the calls at the head in sequence, each on the state left by the previous ones. For this one
 * `eth_call` the account has the batch executor's code, so `msg.sender` is the same as in a block.
 */
export function simulateCalls(
  account: Address,
  calls: readonly ExecutorCall[],
  others: CodeOverrides = {},
): SimulationCall {
  return {
    method: 'eth_call',
    params: [
      { from: account, to: account, data: runCall(calls) },
      'latest',
      { ...others, [account]: { code: batchExecutor.deployedBytecode } },
    ],
    read(result) {
      const data = readData(result);
      if (data === '0x') return { kind: 'unsupported' };
      const results = readCallResults(data, calls.length);
      if (results === null)
        throw garbage('the simulated calls returned something other than their results');
      return { kind: 'ran', results };
    },
    readError: (error) => {
      if (isUnsupported(error)) return { kind: 'unsupported' };
      revertOf(error);
      return { kind: 'burnt' };
    },
    isSizedByCode: true,
  };
}

const invalidParams = -32_602;
const unsupportedWords =
  /override|too many arguments|unexpected (argument|parameter)|expected (at most )?2/i;

function isUnsupported({ code, message }: NodeError): boolean {
  return code === invalidParams || unsupportedWords.test(message);
}
