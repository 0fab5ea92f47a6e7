import type { Address } from '@interline/kernel';
import type { QueueReading } from '@interline/ports';
import type { EvmChain } from '../evm-chain.ts';
import { enoughOf } from '../rpc/ask-each.ts';
import { nonceOf, pendingNonceOf } from '../rpc/state-calls.ts';
import { headNumber, heightWord } from '../rpc/blocks.ts';
import type { RpcNode } from '../rpc/rpc-node.ts';

type Counts = Pick<QueueReading, 'mined' | 'pending'>;

/**
 * Both counts from one node. The calls share a request with others of this turn of the event loop.
 */
export async function readNonces(
  chain: EvmChain,
  account: Address,
  signal: AbortSignal,
): Promise<Counts> {
  return chain.client.read((node) => countsOn(node, account), signal);
}

/**
 * The counts of every node, so that a lagging node does not hide what others show. A node that
 * failed recently is skipped.
 */
export async function readAllNonces(
  chain: EvmChain,
  account: Address,
  signal: AbortSignal,
): Promise<QueueReading> {
  const { client } = chain;
  const [read, ...others] = await Promise.all([
    readNonces(chain, account, signal),
    ...client.nodes.map(async (one) =>
      one.isResting ? null : client.tryOne(one, (node) => countsOn(node, account), signal),
    ),
  ]);
  const told = others.flatMap((one) => (one === null ? [] : [one.pending]));
  return {
    mined: read.mined,
    pending: Math.max(read.pending, ...told),
    leastPending:
      Math.max(1, told.length) < enoughOf(client) ? null : Math.min(read.pending, ...told),
  };
}

async function countsOn(node: RpcNode, account: Address): Promise<Counts> {
  const [mined, pending] = await node.ask([nonceOf(account), pendingNonceOf(account)]);
  return { mined, pending: Math.max(mined, pending ?? mined) };
}

export async function readConfirmedNonce(
  chain: EvmChain,
  account: Address,
  signal: AbortSignal,
): Promise<number> {
  return chain.client.read(async (node) => {
    const [head] = await node.ask([headNumber]);
    const deep = Math.max(0, head - chain.confirmations + 1);
    const [nonce] = await node.ask([nonceOf(account, heightWord(deep))]);
    return nonce;
  }, signal);
}
