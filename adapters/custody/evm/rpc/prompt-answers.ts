import type { Clock } from '@interline/ports';
import type { ChainClient } from './chain-client.ts';
import { RpcFault } from './rpc-fault.ts';
import type { RpcNode } from './rpc-node.ts';

/** How long the reader waits for the other nodes after the first answer. */
const othersWithinMs = 1_000;

/**
 * Asks every node, so that no node alone decides what is paid. A node that failed recently, or
 * still owes a response, is asked but not waited for. Returns at least one answer; throws
 * `CHAIN_UNREACHABLE` otherwise.
 */
export function promptAnswers<T>(
  client: Pick<ChainClient, 'nodes' | 'read' | 'noteFault'>,
  clock: Clock,
  ask: (node: RpcNode) => Promise<T>,
): (signal: AbortSignal) => Promise<readonly T[]> {
  const underWay = new Map<RpcNode, Promise<T>>();
  const answerOf = (node: RpcNode): Promise<T> => {
    const reading = underWay.get(node) ?? ask(node).finally(() => underWay.delete(node));
    underWay.set(node, reading);
    return reading;
  };

  return async (signal) => {
    const told = new Map<RpcNode, T>();
    const note = async (node: RpcNode): Promise<void> => {
      told.set(node, await answerOf(node));
    };
    const prompt = client.nodes.map((node) => {
      const isPrompt = !node.isResting && !underWay.has(node);
      const asked = note(node).catch((error: unknown) => {
        if (error instanceof RpcFault) client.noteFault(node, error);
      });
      return isPrompt ? asked : null;
    });
    await client.read(note, signal);
    const alarm = clock.alarm(othersWithinMs);
    await Promise.race([Promise.all(prompt.filter((asked) => asked !== null)), alarm.rang]);
    alarm.cancel();
    return [...told.values()];
  };
}
