import type { Clock, RefundSearch } from '@interline/ports';
import type { LogRanges } from '../rpc/log-ranges.ts';
import type { RpcNode } from '../rpc/rpc-node.ts';
import { type TransferLog, transferLogs } from './transfers.ts';

/** Maximum log requests to one node per look. */
const requestsALook = 40;
/**
 * A look begins no request after this time: each request has a deadline of its own, and all of them
 * have an end.
 */
const beginsWithinMs = 4_000;
/**
 * A node that has searched every block is asked for all of them again, because it may have left
 * some out.
 */
const anewAfterMs = 3_600_000;
/**
 * Blocks below the final ones that every look searches again: as far as a node's head may fall
 * back, for example between two machines of a provider, before it has all of its blocks.
 */
const fallsBackBy = 100;
/**
 * Searches whose progress is kept, some four a route; beyond that the least recently used one
 * starts again.
 */
const mostKept = 16_384;

interface Progress {
  /** Where it began; a reorg may move that. */
  readonly first: number;
  /** The oldest block still to search. The blocks below were final when they were searched. */
  readonly next: number;
  /** Transfers found in the blocks below. */
  readonly found: readonly TransferLog[];
  readonly sinceMs: number;
  /** Whether more blocks counted as searched than were final according to the last look's head. */
  readonly isDoubted: boolean;
}

/** The known heights of the range that a refund may be in, before the search. */
interface ToldBlocks {
  /** The block of the hand-over. */
  readonly first: number;
  /** The node's own head. */
  readonly head: number;
  /** How far enough nodes have come; never above the head. */
  readonly reached: number;
}

/** The depths at which a block is confirmed, and at which no reorg can remove it. */
interface Depths {
  readonly confirmations: number;
  readonly finalDepth: number;
}

/**
 * Searches for refunds since the hand-over, oldest blocks first. Each look searches a part on a
 * node, so a range of any length is completed, and the following look costs one request. Only final
 * blocks count as searched; the rest is searched again. If more blocks counted than a node now
 * reports as final, one of its heads was wrong, and what it had at that time is unknown. The search
 * then restarts once the next look shows the same.
 */
export class RefundSearches {
  readonly #ranges: LogRanges;
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #depths: Depths;
  readonly #kept = new Map<string, Progress>();

  constructor(ranges: LogRanges, clock: Pick<Clock, 'monotonic'>, depths: Depths) {
    this.#ranges = ranges;
    this.#clock = clock;
    this.#depths = depths;
  }

  /** The refunds found so far; `isWhole` when no block is left. Throws `RpcFault`. */
  async read(
    node: RpcNode,
    search: RefundSearch,
    { first, head, reached }: ToldBlocks,
    within: AbortSignal,
  ): Promise<{ readonly logs: readonly TransferLog[]; readonly isWhole: boolean }> {
    const { token, to, from, units, since } = search;
    const key = [node.number, token, to, ...from, units, since].join('/');
    const startedMs = this.#clock.monotonic();
    const before = this.#resume(key, first, this.#finalAt(head), startedMs);
    const logs = [...before.found];
    const last = head - this.#depths.confirmations + 1;
    let { next } = before;
    let [least, most] = [reached, head];
    for (let left = requestsALook; next <= last && left > 0; left -= 1) {
      within.throwIfAborted();
      if (this.#clock.monotonic() - startedMs >= beginsWithinMs) break;
      const logsIn = (low: number, high: number) => transferLogs(search, low, high);
      const part = await this.#ranges.readOldest(node, logsIn, { from: next, to: last });
      if (part === null) continue;
      logs.push(...part.found.filter((one) => one.units === units));
      [least, most] = [Math.min(least, part.head), Math.max(most, part.head)];
      next = Math.min(part.upTo, part.head) + 1;
      const final = this.#finalAt(least);
      const settled = Math.max(before.next, Math.min(next, final + 1 - fallsBackBy));
      const found = logs.filter(({ block }) => block < settled);
      this.#keep(key, { ...before, next: settled, found });
      if (part.head < part.upTo) break;
    }
    // A head far below the one that came with the logs leaves out the blocks between.
    const isWhole = next === last + 1 && !before.isDoubted && most - head <= fallsBackBy;
    if (isWhole && startedMs - before.sinceMs >= anewAfterMs) this.#kept.delete(key);
    return { logs, isWhole };
  }

  /**
   * Where a look continues. A head that contradicts the progress may itself be wrong. Seen once, it
   * does not restart the search, and it proves nothing.
   */
  #resume(key: string, first: number, final: number, nowMs: number): Progress {
    const anew = { first, next: first, found: [], sinceMs: nowMs, isDoubted: false };
    const kept = this.#kept.get(key);
    if (kept?.first !== first) return anew;
    const isDoubted = kept.next > final + 1;
    const progress = isDoubted && kept.isDoubted ? anew : { ...kept, isDoubted };
    this.#keep(key, progress);
    return progress;
  }

  /** The newest block that no reorg can remove, counted from that head. */
  #finalAt(head: number): number {
    return head - this.#depths.finalDepth + 1;
  }

  #keep(key: string, progress: Progress): void {
    this.#kept.delete(key);
    const oldest = this.#kept.keys().next();
    if (this.#kept.size >= mostKept && oldest.done !== true) this.#kept.delete(oldest.value);
    this.#kept.set(key, progress);
  }
}
