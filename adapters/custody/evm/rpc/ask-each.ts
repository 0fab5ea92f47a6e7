import { type ChainRef, RelayError } from '@interline/kernel';
import { settledAlike } from '../../settled-alike.ts';
import type { ChainClient } from './chain-client.ts';
import type { RpcNode } from './rpc-node.ts';

/** How long a proof waits for a node. Each request also has its own deadline. */
const answerWithinMs = 10_000;

/** One node's answer to a question to all nodes. */
export interface NodeTold<T> {
  readonly node: RpcNode;
  readonly said: T;
}

/** How long to wait for a node that rests after a fault; it may be dead. */
const restingWithinMs = 1_000;

type Ask<T> = (node: RpcNode, within: AbortSignal) => Promise<T>;

/**
 * The answers of the nodes that responded in time. A node that hung last time gets one second. A
 * question that needs many requests ends at `within`.
 */
export async function askEach<T>(
  client: Pick<ChainClient, 'nodes' | 'tryOne'>,
  ask: Ask<T>,
  signal: AbortSignal,
): Promise<readonly NodeTold<T>[]> {
  const told = await Promise.all(client.nodes.map((node) => toldBy(client, node, ask, signal)));
  return told.filter((one) => one !== null);
}

/**
 * The same for answers that do not change once enough nodes agree. `words` gives what a node says,
 * null for an answer that agrees with no other. Once enough agree, a node that hangs is waited for
 * only half a second more, unless one node contradicts the others: then its answer is waited for.
 */
export async function askAlike<T>(
  client: Pick<ChainClient, 'nodes' | 'tryOne' | 'clock'>,
  ask: Ask<T>,
  words: (said: T) => string | null,
  signal: AbortSignal,
): Promise<readonly NodeTold<T>[]> {
  const asked = client.nodes.map((node) => ({
    isResting: node.isResting,
    answer: toldBy(client, node, ask, signal),
  }));
  const settled = await settledAlike(asked, {
    enough: enoughOf(client),
    words: (told) => (told === null ? null : words(told.said)),
    clock: client.clock,
  });
  return settled.flatMap((one) =>
    one.status === 'fulfilled' && one.value !== null ? [one.value] : [],
  );
}

async function toldBy<T>(
  client: Pick<ChainClient, 'tryOne'>,
  node: RpcNode,
  ask: Ask<T>,
  signal: AbortSignal,
): Promise<NodeTold<T> | null> {
  const withinMs = node.isHung ? restingWithinMs : answerWithinMs;
  const within = AbortSignal.any([signal, AbortSignal.timeout(withinMs)]);
  const said = await client.tryOne(node, async (one) => ({ is: await ask(one, within) }), within);
  return said === null ? null : { node, said: said.is };
}

/**
 * One node's answer where it is needed in addition to another's; null where it gives none in time.
 * A resting node is asked too: its earlier mistake may concern something else.
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
 * How many nodes must agree on a reading that sends money again or aborts a route: two, if two or
 * more are configured. A silent node must not block every proof, and a single node must not make
 * one.
 */
export function enoughOf({ nodes }: Pick<ChainClient, 'nodes'>): number {
  return Math.min(2, nodes.length);
}

/** `what`: the fact on which nodes would have to agree. */
export function tooFewNodes(chain: ChainRef, what: string): RelayError {
  return new RelayError('CHAIN_UNREACHABLE', { chain }, `too few nodes of ${chain} show ${what}`);
}
