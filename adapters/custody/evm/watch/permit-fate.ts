import type { PermitFate } from '@interline/ports';
import type { EvmChain } from '../evm-chain.ts';
import { askEach, enoughOf } from '../rpc/ask-each.ts';
import { headNumber } from '../rpc/blocks.ts';
import { agreeOn } from './agreement.ts';
import { isSpentAt, type PermitQuestion, searchSpending } from './search-spending.ts';

/**
 * Reads the permit's bit. A set bit alone does not abort a route. The on-chain transaction that set
 * it is searched for, and counts only if enough nodes show it; a third party's counts only if
 * enough nodes have its block.
 */
export async function permitFate(
  chain: EvmChain,
  question: PermitQuestion,
  signal: AbortSignal,
): Promise<PermitFate> {
  const { client, confirmations } = chain;
  const told = await askEach(
    client,
    async (node) => ({
      head: (await node.ask([headNumber]))[0],
      isSpent: await isSpentAt(node, question.permit, 'latest'),
    }),
    signal,
  );
  const head = Math.max(0, ...told.map(({ said }) => said.head));
  const range = { from: Math.max(0, (question.unspentAt ?? 0) - confirmations), to: head };
  if (told.length < enoughOf(client)) return { kind: 'unseen', reason: 'node-silent', range };
  // A lagging node still has the bit free. That does not contradict a node that has it set.
  const nodes = told.filter(({ said }) => said.isSpent);
  if (nodes.length === 0) return { kind: 'unspent' };

  const spending = await searchSpending(
    chain,
    { ...question, unspentAt: question.unspentAt === null ? null : range.from, nodes },
    enoughOf(client),
    signal,
  );
  if (spending === 'unserved') return { kind: 'unseen', reason: 'history-unserved', range };
  if (spending === 'disagree') return { kind: 'unseen', reason: 'nodes-disagree', range };
  if (spending.kind === 'redeemed') return { kind: 'redeemed', hash: spending.hash };
  const { hash, block } = spending;
  const agreed = await agreeOn(chain, spending, signal);
  return agreed.isAgreed
    ? { kind: 'spent-elsewhere', hash, block, head: agreed.head }
    : { kind: 'unseen', reason: agreed.reason, range: { from: block, to: block } };
}
