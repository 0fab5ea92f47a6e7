import type { Address } from '@interline/kernel';
import type { BlockRange, UnseenReason } from '@interline/ports';
import type { EvmChain } from '../evm-chain.ts';
import type { NodeTold } from '../rpc/ask-each.ts';
import { fullBlock, type FullBlock, heightWord } from '../rpc/blocks.ts';
import { topicOf } from '../rpc/log-ranges.ts';
import { authorizes, txInBlock, type TxPlace } from '../rpc/on-chain-tx.ts';
import { RpcFault } from '../rpc/rpc-fault.ts';
import type { RpcNode } from '../rpc/rpc-node.ts';
import { nonceOf } from '../rpc/state-calls.ts';
import { turningPoint } from './turning-point.ts';

/** A consumed slot of ours. */
export interface TakenSlot {
  readonly account: Address;
  readonly nonce: number;
  /** The nodes that show it taken at their heads. */
  readonly nodes: readonly NodeTold<{ readonly head: number }>[];
  /** A block at which the slot was free; null if unknown. */
  readonly freeAt: number | null;
  /** A block at which it was taken; null for each node's head. */
  readonly takenAt: number | null;
}

type Searched =
  | { readonly kind: 'found'; readonly place: TxPlace }
  | {
      readonly kind: 'unseen';
      readonly reason: UnseenReason;
      /** What is left to search; null for everything. */
      readonly range: BlockRange | null;
    };

/**
 * Searches for the transaction that consumed the slot. Each method is tried on one node after
 * another: logs that name the account, historical nonces, and full blocks, which need several calls
 * for a long range.
 */
export async function searchSlot(
  chain: EvmChain,
  slot: TakenSlot,
  signal: AbortSignal,
): Promise<Searched> {
  if (slot.nodes.length === 0) return { kind: 'unseen', reason: 'nodes-disagree', range: null };
  /** The state read so far shows that no block above this holds the consumer. */
  let newest = Number.POSITIVE_INFINITY;
  for (const search of [byLogs, byStates]) {
    for (const { node, said } of slot.nodes) {
      if (signal.aborted) return { kind: 'unseen', reason: 'node-silent', range: null };
      const found = await search(chain, node, { ...slot, head: said.head }).catch(unlessFault);
      if (typeof found === 'number') newest = Math.min(newest, found);
      else if (found !== null) return { kind: 'found', place: found };
    }
  }
  return byBlocks(chain, slot, newest, signal);
}

interface OnOneNode extends TakenSlot {
  readonly head: number;
}

/** Maximum log requests to one node per search. */
const logRequests = 40;
/** Number of blocks whose logs are searched if it is unknown when the slot was free. */
const logBlocks = 2_000;
/** Maximum number of transactions inspected per search; our own leave logs too. */
const mostCandidates = 1_024;

/**
 * Only the sender and its nonce count. An authorization alone does not prove that it took effect.
 */
async function byLogs(
  chain: EvmChain,
  node: RpcNode,
  { account, nonce, freeAt, head }: OnOneNode,
): Promise<TxPlace | null> {
  const topic = topicOf(account);
  const { logs } = await chain.logRanges.read(
    node,
    [{ topics: [null, topic] }, { topics: [null, null, topic] }],
    { from: Math.max(0, freeAt === null ? head - logBlocks + 1 : freeAt), to: head },
    logRequests,
  );
  const hashes = [...new Set(logs.map(({ hash }) => hash))].slice(0, mostCandidates);
  const found = await node.ask(hashes.map(txInBlock));
  const consumer = found.find((one) => one?.tx.from === account && one.tx.nonce === nonce);
  return consumer?.place ?? null;
}

/**
 * Finds the block in which the account's nonce passed the slot, from historical state. If the state
 * does not reach back that far, it returns a number: the oldest block at which the slot is known to
 * be taken.
 */
async function byStates(
  chain: EvmChain,
  node: RpcNode,
  { account, nonce, freeAt, takenAt, head }: OnOneNode,
): Promise<TxPlace | number | null> {
  let oldest = Math.min(takenAt ?? head, head);
  const isTaken = async (block: number): Promise<boolean> => {
    const [count] = await node.ask([nonceOf(account, heightWord(block))]);
    if (count > nonce) oldest = Math.min(oldest, block);
    return count > nonce;
  };
  const known =
    takenAt !== null && takenAt < head && (await isTaken(takenAt).catch(unlessFault)) === true
      ? takenAt
      : head;
  const notSo = freeAt === null || freeAt >= known ? -1 : freeAt;
  const at = await turningPoint(known, isTaken, notSo).catch(unlessFault);
  if (at === null) return oldest;
  const [block] = await node.ask([fullBlock(at)]);
  if (block === null) return null;
  const sent = sentIn(block, account, nonce);
  // An authorization took effect only where the nonce rose, so the block before must show the slot
  // free.
  if (sent !== null || (at > 0 && (await isTaken(at - 1)))) return sent;
  return authorizedIn(block, { account, nonce, chainId: chain.chainId });
}

async function byBlocks(
  chain: EvmChain,
  { account, nonce, nodes, freeAt, takenAt }: TakenSlot,
  newest: number,
  signal: AbortSignal,
): Promise<Searched> {
  const head = Math.max(...nodes.map(({ said }) => said.head));
  const range = { from: freeAt ?? 0, to: Math.min(takenAt ?? head, newest, head) };
  const end = await chain.scans.read(
    nodes.map(({ node }) => node),
    {
      key: `${account}/${nonce}`,
      ...range,
      judge(block) {
        const sent = sentIn(block, account, nonce);
        if (sent !== null) return { kind: 'found', place: sent };
        // It cannot be before the account's earlier transactions.
        if (block.txs.some((one) => one.from === account && one.nonce < nonce)) return 'below';
        // An authorization with a nonce other than the account's next is skipped, so a transaction
        // sent by the account itself takes precedence.
        const place = authorizedIn(block, { account, nonce, chainId: chain.chainId });
        return place === null ? null : { kind: 'candidate', place };
      },
    },
    signal,
  );
  switch (end.kind) {
    case 'found':
      return end;
    case 'goes-on':
      return {
        kind: 'unseen',
        reason: 'search-goes-on',
        range: { from: range.from, to: end.next },
      };
    case 'not-there':
      return { kind: 'unseen', reason: 'not-in-range', range };
    case 'unserved':
      return { kind: 'unseen', reason: 'history-unserved', range };
  }
}

function sentIn(
  { number, hash: blockHash, txs }: FullBlock,
  account: Address,
  nonce: number,
): TxPlace | null {
  const tx = txs.find((one) => one.from === account && one.nonce === nonce);
  return tx === undefined ? null : { hash: tx.hash, block: number, blockHash };
}

function authorizedIn(
  { number, hash: blockHash, txs }: FullBlock,
  slot: { readonly chainId: number; readonly account: Address; readonly nonce: number },
): TxPlace | null {
  const tx = txs.find((one) => authorizes(one, slot));
  return tx === undefined ? null : { hash: tx.hash, block: number, blockHash };
}

/** A node that does not serve the read proves nothing. */
function unlessFault(error: unknown): null {
  if (error instanceof RpcFault) return null;
  throw error;
}
