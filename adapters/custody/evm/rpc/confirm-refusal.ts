import { isRelayError } from '@interline/kernel';
import { enoughOf, tooFewNodes } from './ask-each.ts';
import { type ChainClient, inOrder } from './chain-client.ts';

/**
 * The chain as one question reads it: through all of its nodes, or through one of them. Where a
 * single node must not decide, the others are read as well.
 */
export type ReadableNodes = Pick<ChainClient, 'nodes' | 'read' | 'readBeside'>;

interface Question<Outcome> {
  readonly ask: (nodes: ReadableNodes) => Promise<Outcome>;
  /** The fact that the nodes would have to show, for the fault. */
  readonly what: string;
  /**
   * Whether a refusal by one node may be overruled by another's acceptance. If not, it waits until
   * the nodes agree.
   */
  readonly mayBeAccepted: boolean;
}

/**
 * Asks like any reading. After a refusal it asks each node separately and refuses only if enough of
 * them do, because a refusal aborts the route. Throws `CHAIN_UNREACHABLE` while too few nodes
 * answer.
 */
export async function confirmRefusal<Outcome extends { readonly ok: boolean }>(
  client: ChainClient,
  { ask, what, mayBeAccepted }: Question<Outcome>,
): Promise<Outcome> {
  const first = await ask(client);
  const enough = enoughOf(client);
  if (first.ok || enough < 2) return first;
  let refused = 0;
  for (const node of inOrder(client.nodes)) {
    const again = await ask({
      nodes: client.nodes,
      readBeside: (...question) => client.readBeside(...question),
      read: (question, signal) => client.readFrom([node], question, signal),
    }).catch(unlessUnreachable);
    if (again === null) continue;
    if (again.ok && mayBeAccepted) return again;
    if (!again.ok) refused += 1;
    if (refused >= enough) return first;
  }
  throw tooFewNodes(client.chain, what);
}

function unlessUnreachable(error: unknown): null {
  if (isRelayError(error) && error.code === 'CHAIN_UNREACHABLE') return null;
  throw error;
}
