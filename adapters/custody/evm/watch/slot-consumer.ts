import type { Transaction, Hex } from '@interline/kernel';
import type { SlotConsumer, UnseenReason, WatchedTransaction } from '@interline/ports';
import type { EvmChain } from '../evm-chain.ts';
import { nonceOf } from '../rpc/state-calls.ts';
import { blockHashAt, fullBlock, type FullBlock, headNumber, heightWord } from '../rpc/blocks.ts';
import { RpcFault } from '../rpc/rpc-fault.ts';
import type { RpcNode } from '../rpc/rpc-node.ts';
import { placeOf, receiptOf, type TxPlace } from './receipts.ts';
import { turningPoint } from './turning-point.ts';

/** Most full blocks read where no node serves old states. */
const blocksScanned = 128;

/**
 * A transaction of ours that any node has in a block decides. One that is not ours decides only
 * where every configured node has it in its chain.
 */
export async function slotConsumer(
  chain: EvmChain,
  { transaction, hashes }: WatchedTransaction,
  takenAt: number | null,
  signal: AbortSignal,
): Promise<SlotConsumer> {
  const { client } = chain;
  const told = await Promise.all(
    client.nodes.map((one) => client.tryOne(one, (node) => oursOn(node, hashes), signal)),
  );
  const answered = told.filter((one) => one !== null);
  if (answered.length < told.length) return unseen('node-silent');
  const head = Math.min(...answered.map((one) => one.head));
  const ours = answered.map((one) => one.ours).find((one) => one !== null);
  if (ours !== undefined) return { kind: 'found', hash: ours.hash, block: ours.block, head };

  const searched = await searchInTurn(client.nodes, transaction, takenAt, signal);
  if (typeof searched === 'string') return unseen(searched);
  const agreed = await Promise.all(
    client.nodes.map((one) =>
      client.tryOne(
        one,
        async (node) => {
          const [hash] = await node.ask([blockHashAt(searched.block)]);
          return hash === searched.blockHash;
        },
        signal,
      ),
    ),
  );
  if (agreed.includes(null)) return unseen('node-silent');
  return agreed.includes(false)
    ? unseen('nodes-disagree')
    : { kind: 'found', hash: searched.hash, block: searched.block, head };
}

async function oursOn(
  node: RpcNode,
  hashes: readonly Hex[],
): Promise<{ readonly head: number; readonly ours: TxPlace | null }> {
  const [[head], receipts, places] = await Promise.all([
    node.ask([headNumber]),
    node.ask(hashes.map(receiptOf)),
    node.ask(hashes.map(placeOf)),
  ]);
  const inBlocks = [...receipts, ...places].filter((one) => one !== null);
  const canonical = await node.ask(inBlocks.map((one) => blockHashAt(one.block)));
  // An index may still name a block that a reorg removed.
  return { head, ours: inBlocks.find((one, index) => canonical[index] === one.blockHash) ?? null };
}

/** Asks one node after another until one can show it. */
async function searchInTurn(
  nodes: readonly RpcNode[],
  transaction: Transaction,
  takenAt: number | null,
  signal: AbortSignal,
): Promise<TxPlace | UnseenReason> {
  let why: UnseenReason = 'history-unserved';
  for (const node of nodes) {
    if (signal.aborted) return 'node-silent';
    const found = await search(node, transaction, takenAt).catch(unlessFault);
    if (found === 'slot-free') why = 'nodes-disagree';
    else if (found !== null) return found;
  }
  return why;
}

/**
 * Finds the block in which the account's nonce passed the slot, by old states; where the node
 * serves none, reads the newest blocks one by one.
 */
async function search(
  node: RpcNode,
  transaction: Transaction,
  takenAt: number | null,
): Promise<TxPlace | 'slot-free' | null> {
  const [head, next] = await node.ask([headNumber, nonceOf(transaction.account)]);
  if (next <= transaction.nonce) return 'slot-free';
  let oldest = Math.min(takenAt ?? head, head);
  const isTaken = async (block: number): Promise<boolean> => {
    const [count] = await node.ask([nonceOf(transaction.account, heightWord(block))]);
    if (count > transaction.nonce) oldest = Math.min(oldest, block);
    return count > transaction.nonce;
  };
  const known =
    takenAt !== null && takenAt < head && (await isTaken(takenAt).catch(unlessFault)) === true
      ? takenAt
      : head;
  const at = await turningPoint(known, isTaken).catch(unlessFault);
  if (at === null) return scan(node, transaction, oldest);
  const [block] = await node.ask([fullBlock(at)]);
  return block === null ? null : consumerIn(block, transaction);
}

async function scan(
  node: RpcNode,
  transaction: Transaction,
  newest: number,
): Promise<TxPlace | null> {
  for (let height = newest; height >= 0 && height > newest - blocksScanned; height -= 1) {
    const [block] = await node.ask([fullBlock(height)]);
    if (block === null) return null;
    const found = consumerIn(block, transaction);
    // It cannot lie before the account's earlier transactions.
    if (
      found !== null ||
      block.txs.some(({ from, nonce }) => from === transaction.account && nonce < transaction.nonce)
    )
      return found;
  }
  return null;
}

function consumerIn(
  { number, hash: blockHash, txs }: FullBlock,
  { account, nonce }: Transaction,
): TxPlace | null {
  const tx = txs.find((one) => one.from === account && one.nonce === nonce);
  return tx === undefined ? null : { hash: tx.hash, block: number, blockHash };
}

function unseen(reason: UnseenReason): SlotConsumer {
  return { kind: 'unseen', reason };
}

/** A node that does not serve the read proves nothing. */
function unlessFault(error: unknown): null {
  if (error instanceof RpcFault) return null;
  throw error;
}
