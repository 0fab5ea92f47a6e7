import { answerAlone } from '../rpc/answer-alone.ts';
import type { RpcCall } from '../rpc/json-rpc.ts';
import { RpcFault } from '../rpc/rpc-fault.ts';
import type { RpcNode } from '../rpc/rpc-node.ts';

/** Records an invalid answer about one transaction. */
export interface OddAnswers {
  oddAnswer(this: void, node: RpcNode, fault: RpcFault): void;
}

/**
 * The node's answer for each; null if it has none or an unreadable one. An unreadable answer is
 * logged and affects only its own transaction.
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
