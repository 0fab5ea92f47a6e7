import type { Address } from '@interline/kernel';
import { fullBlock, heightWord } from './rpc/blocks.ts';
import type { RpcCall } from './rpc/json-rpc.ts';
import { logsOf, mostBlocksAtOnce, topicOf } from './rpc/log-ranges.ts';
import { RpcFault } from './rpc/rpc-fault.ts';
import type { RpcNode } from './rpc/rpc-node.ts';
import { nonceOf, pendingNonceOf } from './rpc/state-calls.ts';
import { receiptOf } from './watch/receipts.ts';

/** What an RPC node serves of the methods that a search for a consumed slot needs. */
export interface NodeServes {
  /** How many blocks back it has an account's state, at least; 0 for the newest state only. */
  readonly stateBlocks: number;
  /** How many blocks it searches for logs per request, at most 10,000; 0 if it searches none. */
  readonly logBlocks: number;
  readonly fullBlocks: boolean;
  /** The newest transaction; null where the last blocks have none. */
  readonly receipts: boolean | null;
  /** Whether it counts its pool's transactions. */
  readonly pending: boolean;
}

const stateLadder = [1, 16, 63, 127, 255, 1_023, 10_000, 100_000, 1_000_000];
const logLadder = [mostBlocksAtOnce, 2_000, 1_000, 500, 100, 10, 1];
/** Number of recent blocks that are searched for a transaction. */
const newestBlocks = 8;

/** Makes about twenty calls. Throws `RpcFault` if a method fails that every node serves. */
export async function probeNode(
  node: RpcNode,
  head: number,
  account: Address,
): Promise<NodeServes> {
  const [pending] = await node.ask([pendingNonceOf(account)]);
  return {
    stateBlocks: await oldestState(node, head, account),
    logBlocks: await logRange(node, head, account),
    ...(await newestTransaction(node, head)),
    pending: pending !== null,
  };
}

async function oldestState(node: RpcNode, head: number, account: Address): Promise<number> {
  const back = [...stateLadder.filter((blocks) => blocks < head), head];
  const isServed = await node.ask(
    back.map((blocks) => servedOrNot(nonceOf(account, heightWord(head - blocks)))),
  );
  const firstMissing = isServed.indexOf(false);
  return firstMissing === -1 ? head : (back[firstMissing - 1] ?? 0);
}

async function logRange(node: RpcNode, head: number, account: Address): Promise<number> {
  for (const blocks of logLadder) {
    const filter = { topics: [null, topicOf(account)] };
    const call = servedOrNot(logsOf(filter, Math.max(0, head - blocks + 1), head));
    const [isServed] = await node.ask([call]);
    if (isServed) return blocks;
  }
  return 0;
}

async function newestTransaction(
  node: RpcNode,
  head: number,
): Promise<Pick<NodeServes, 'fullBlocks' | 'receipts'>> {
  for (let height = head; height >= 0 && height > head - newestBlocks; height -= 1) {
    const [block] = await node.ask([fullBlock(height)]).catch((error: unknown) => {
      if (error instanceof RpcFault) return [null];
      throw error;
    });
    if (block === null) return { fullBlocks: false, receipts: null };
    const last = block.txs.at(-1);
    if (last === undefined) continue;
    const [receipt] = await node.ask([receiptOf(last.hash)]);
    return { fullBlocks: true, receipts: receipt !== null };
  }
  return { fullBlocks: true, receipts: null };
}

function servedOrNot(call: RpcCall<unknown>): RpcCall<boolean> {
  const { method, params } = call;
  return {
    method,
    params,
    read: (result) => {
      call.read(result);
      return true;
    },
    readError: () => false,
  };
}
