import type { EvmChain } from '../evm-chain.ts';
import { askEach, enoughOf } from '../rpc/ask-each.ts';
import { blockHashAt, headNumber } from '../rpc/blocks.ts';
import type { TxPlace } from '../rpc/on-chain-tx.ts';

/** `head` is the newest block that every agreeing node had. */
export type Agreement =
  | { readonly isAgreed: true; readonly head: number }
  | { readonly isAgreed: false; readonly reason: 'node-silent' | 'nodes-disagree' };

/**
 * Whether the block of a finding is in the chain of every node that has reached it, and of enough
 * of them. A block's hash commits to its transactions, so a node need not serve those.
 */
export async function agreeOn(
  { client, contradicted }: Pick<EvmChain, 'client' | 'contradicted'>,
  { block, blockHash }: Pick<TxPlace, 'block' | 'blockHash'>,
  signal: AbortSignal,
): Promise<Agreement> {
  const told = await askEach(client, (node) => node.ask([headNumber, blockHashAt(block)]), signal);
  const showing = told.filter(({ said: [, hash] }) => hash === blockHash);
  const [other] = told.filter(({ said: [, hash] }) => hash !== null && hash !== blockHash);
  const [one] = showing;
  if (other !== undefined) {
    if (one !== undefined) contradicted('block', one.node, other.node);
    return { isAgreed: false, reason: 'nodes-disagree' };
  }
  if (showing.length >= enoughOf(client))
    return { isAgreed: true, head: Math.min(...showing.map(({ said: [head] }) => head)) };
  const reason = told.length < enoughOf(client) ? 'node-silent' : 'nodes-disagree';
  return { isAgreed: false, reason };
}
