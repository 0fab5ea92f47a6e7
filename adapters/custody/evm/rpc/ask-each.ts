import { type ChainRef, RelayError } from '@interline/kernel';
import type { ChainClient } from './chain-client.ts';
import type { RpcNode } from './rpc-node.ts';

/** How long a proof waits for a node; each of its requests has a deadline of its own as well. */
const answerWithinMs = 10_000;

/** One node's answer to a question that was put to all. */
export interface NodeTold<T> {
  readonly node: RpcNode;
  readonly said: T;
}

/** What the nodes that answered in time say. What takes many requests ends at `within`. */
export async function askEach<T>(
  client: Pick<ChainClient, 'nodes' | 'tryOne'>,
  ask: (node: RpcNode, within: AbortSignal) => Promise<T>,
  signal: AbortSignal,
): Promise<readonly NodeTold<T>[]> {
  const within = AbortSignal.any([signal, AbortSignal.timeout(answerWithinMs)]);
  const told = await Promise.all(
    client.nodes.map(async (node) => {
      const said = await client.tryOne(
        node,
        async (one) => ({ is: await ask(one, within) }),
        within,
      );
      return said === null ? [] : [{ node, said: said.is }];
    }),
  );
  return told.flat();
}

/** How long a node that rests after a fault is waited for: it may be dead. */
const restingWithinMs = 1_000;

/**
 * One node's answer where its word is needed beside another's, null where it gives none in time. One
 * that rests is asked too: what it got wrong may concern something else.
 */
export function askBeside<T>(
  client: Pick<ChainClient, 'tryOne'>,
  node: RpcNode,
  ask: (node: RpcNode) => Promise<T>,
  signal: AbortSignal,
): Promise<T | null> {
  const within = node.isResting
    ? AbortSignal.any([signal, AbortSignal.timeout(restingWithinMs)])
    : signal;
  return client.tryOne(node, ask, within);
}

/**
 * How many nodes a reading takes that would send money again or give a route up: two, where two or
 * more are configured. A silent one must not block every proof, and one alone must not make any.
 */
export function enoughOf({ nodes }: Pick<ChainClient, 'nodes'>): number {
  return Math.min(2, nodes.length);
}

/** `what`: what they would have to show. */
export function tooFewNodes(chain: ChainRef, what: string): RelayError {
  return new RelayError('CHAIN_UNREACHABLE', { chain }, `too few nodes of ${chain} show ${what}`);
}
