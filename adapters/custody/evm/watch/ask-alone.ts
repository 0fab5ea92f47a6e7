import { answerAlone } from '../rpc/answer-alone.ts';
import type { RpcCall } from '../rpc/json-rpc.ts';
import { RpcFault } from '../rpc/rpc-fault.ts';
import type { RpcNode } from '../rpc/rpc-node.ts';

/** Where an answer is noted that concerns one transaction. */
export interface OddAnswers {
  oddAnswer(this: void, node: RpcNode, fault: RpcFault): void;
}

/**
 * What the node says of each; null where it says nothing, or what cannot be read. That is logged,
 * and concerns its own transaction alone.
 */
export async function askAlone<T>(
  { oddAnswer }: OddAnswers,
  node: RpcNode,
  calls: readonly RpcCall<T | null>[],
): Promise<readonly (T | null)[]> {
  const answers = await node.ask(calls.map(answerAlone));
  return answers.map((one) => {
    if (!(one instanceof RpcFault)) return one;
    oddAnswer(node, one);
    return null;
  });
}
