import type { Address, Hex, TxHash } from '@interline/kernel';
import { headNumber, heightWord } from './blocks.ts';
import type { NodeError, RpcCall } from './json-rpc.ts';
import {
  readAddress,
  readData,
  readHash,
  readList,
  readRecord,
  readSafeNumber,
} from './read-fields.ts';
import { RpcFault } from './rpc-fault.ts';
import type { RpcNode } from './rpc-node.ts';

/** A log filter; null in `topics` matches any topic. */
export interface LogFilter {
  readonly address?: Address;
  readonly topics: readonly (Hex | readonly Hex[] | null)[];
}

export interface FoundLog {
  readonly hash: TxHash;
  readonly block: number;
  readonly blockHash: string;
  readonly address: Address;
  readonly topics: readonly Hex[];
  readonly data: Hex;
}

interface FoundLogs {
  readonly logs: readonly FoundLog[];
  /** The lowest block searched: the last requested one unless the request budget ran out. */
  readonly downTo: number;
}

interface OldestLogs<T> {
  readonly found: readonly T[];
  /** The last requested block. */
  readonly upTo: number;
  readonly head: number;
}

/** How many blocks a node is asked for in one request before it has refused that many. */
export const mostBlocksAtOnce = 10_000;
/** After a refusal the range is divided by this. */
const shrinking = 4;
/** After this many served requests the range doubles again: the node may only have been busy. */
const servedToGrow = 8;

interface Learned {
  readonly blocks: number;
  /** How many requests of this size it has served. */
  readonly served: number;
}

/** How many blocks each node searches per request, learned from its answers. */
export class LogRanges {
  readonly #learned = new WeakMap<RpcNode, Learned>();

  of(node: RpcNode): number {
    return this.#learned.get(node)?.blocks ?? mostBlocksAtOnce;
  }

  /**
   * The logs of these blocks, both ends included, newest first, within the request budget. Throws
   * `RpcFault` if the node does not serve logs, or not even those of a single block.
   */
  async read(
    node: RpcNode,
    filters: readonly LogFilter[],
    { from, to }: { readonly from: number; readonly to: number },
    requestsAtMost: number,
  ): Promise<FoundLogs> {
    const logs: FoundLog[] = [];
    let left = requestsAtMost;
    let timeouts = 0;
    let top = to;
    while (top >= from && left > 0) {
      const atOnce = this.of(node);
      const bottom = Math.max(from, top - atOnce + 1);
      left -= 1;
      try {
        const found = await node.ask(filters.map((filter) => logsOf(filter, bottom, top)));
        logs.push(...found.flat());
        this.#grow(node, top - bottom + 1);
        top = bottom - 1;
      } catch (error) {
        if (isTimeout(error)) timeouts += 1;
        if (timeouts > 1) throw error;
        this.#learn(node, error, top - bottom + 1);
      }
    }
    return { logs, downTo: top + 1 };
  }

  /**
   * The result of one request for the oldest of these blocks, as many as the node searches at once.
   * Null if it refused that many; the next request then asks for fewer. Throws like `read`. `head`
   * is read in the same request, because a backend behind `upTo` finds nothing there.
   */
  async readOldest<T>(
    node: RpcNode,
    logsIn: (from: number, to: number) => RpcCall<readonly T[]>,
    { from, to }: { readonly from: number; readonly to: number },
  ): Promise<OldestLogs<T> | null> {
    const upTo = Math.min(to, from + this.of(node) - 1);
    try {
      const [head, found] = await node.ask([headNumber, logsIn(from, upTo)]);
      this.#grow(node, upTo - from + 1);
      return { found, upTo, head };
    } catch (error) {
      this.#learn(node, error, upTo - from + 1);
      return null;
    }
  }

  /** That the node does not search so many blocks in one request; throws any other error. */
  #learn(node: RpcNode, error: unknown, blocks: number): void {
    if (!isTooMuch(error) || blocks === 1) throw error;
    this.#learned.set(node, { blocks: Math.max(1, Math.floor(blocks / shrinking)), served: 0 });
  }

  /** Records that the node has searched so many blocks at once. */
  #grow(node: RpcNode, blocks: number): void {
    const learned = this.#learned.get(node);
    if (learned === undefined || blocks < learned.blocks) return;
    const served = learned.served + 1;
    this.#learned.set(
      node,
      served < servedToGrow
        ? { ...learned, served }
        : { blocks: Math.min(mostBlocksAtOnce, learned.blocks * 2), served: 0 },
    );
  }
}

function isTimeout(error: unknown): boolean {
  return error instanceof RpcFault && error.kind === 'timeout';
}

/** Nodes report a range or result that is too large in many ways, so any error may mean that. */
function isTooMuch(error: unknown): boolean {
  return (
    error instanceof RpcFault &&
    (error.kind === 'error-answer' || error.kind === 'too-large' || isTimeout(error))
  );
}

const unknownMethod = -32_601;

/** Leaves out logs of blocks that a reorg removed. */
export function logsOf(
  { address, topics }: LogFilter,
  from: number,
  to: number,
): RpcCall<readonly FoundLog[]> {
  return {
    method: 'eth_getLogs',
    params: [
      {
        ...(address === undefined ? {} : { address }),
        fromBlock: heightWord(from),
        toBlock: heightWord(to),
        topics,
      },
    ],
    read: (result) => readList(result).flatMap(readLog),
    readError: readLogsError,
  };
}

/** Distinguishes a node that serves no logs from one that serves fewer in one request. */
export function readLogsError({ code }: NodeError): never {
  if (code === unknownMethod) throw new RpcFault('garbage', 'the node serves no logs');
  throw new RpcFault('error-answer', `eth_getLogs was answered with error ${code}`);
}

function readLog(value: unknown): readonly FoundLog[] {
  const { transactionHash, blockNumber, blockHash, address, topics, data, removed } =
    readRecord(value);
  if (removed === true) return [];
  return [
    {
      hash: readHash(transactionHash),
      block: readSafeNumber(blockNumber),
      blockHash: readHash(blockHash),
      address: readAddress(address),
      topics: readList(topics).map(readHash),
      data: readData(data),
    },
  ];
}

/** Both ends included. The more likely ranges come first, in case the request budget runs out. */
export function rangesIn({
  from,
  leastHead,
  to,
}: {
  readonly from: number;
  readonly leastHead: number;
  readonly to: number;
}): readonly { readonly from: number; readonly to: number }[] {
  const middle = Math.min(leastHead, to);
  return [
    { from, to: middle },
    { from: Math.max(from, middle + 1), to },
  ].filter((one) => one.from <= one.to);
}

/** An address as a topic. */
export function topicOf(address: Address): Hex {
  return `0x${address.slice(2).padStart(64, '0')}`;
}
