import type { Clock } from '@interline/ports';
import { fullBlock, type FullBlock } from '../rpc/blocks.ts';
import type { TxPlace } from '../rpc/on-chain-tx.ts';
import { RpcFault } from '../rpc/rpc-fault.ts';
import type { RpcNode } from '../rpc/rpc-node.ts';

/** Maximum number of full blocks that one search reads. */
const blocksASearch = 128;
/** Maximum for all searches of a chain per minute; a full block may be a megabyte. */
const blocksAMinute = 1_280;
const minuteMs = 60_000;
/** Searches whose progress is kept; beyond that the oldest search starts again. */
const mostKept = 1_024;

interface Progress {
  /** The next block to read. */
  readonly next: number;
  /**
   * The lowest block so far with a possible match; it is the match unless a lower one is better.
   */
  readonly candidate: TxPlace | null;
}

/** A search target and its range, read from the top block down. */
export interface Scan {
  /** Distinguishes one search from another, across calls. */
  readonly key: string;
  readonly from: number;
  readonly to: number;
  /**
   * - found: it is this one
   * - candidate: it is this one unless another is found lower
   * - below: it cannot be in lower blocks
   */
  readonly judge: (
    block: FullBlock,
  ) => { readonly kind: 'found' | 'candidate'; readonly place: TxPlace } | 'below' | null;
}

export type ScanEnd =
  | { readonly kind: 'found'; readonly place: TxPlace }
  /** `next`: where the next search continues. */
  | { readonly kind: 'goes-on'; readonly next: number }
  | { readonly kind: 'not-there' }
  | { readonly kind: 'unserved' };

/**
 * Reads full blocks one by one, a part of the range per call, so that a long range is read over
 * several searches. Each chain reads for one search at a time.
 */
export class BlockScans {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #progress = new Map<string, Progress>();
  #isReading = false;
  #minute = { sinceMs: 0, read: 0 };

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock;
  }

  /** Fails over from node to node, continuing at the same block. */
  async read(nodes: readonly RpcNode[], scan: Scan, signal: AbortSignal): Promise<ScanEnd> {
    const before = this.#progress.get(scan.key) ?? { next: scan.to, candidate: null };
    if (this.#isReading) return { kind: 'goes-on', next: before.next };
    this.#isReading = true;
    try {
      for (const [index, node] of nodes.entries()) {
        const now = this.#progress.get(scan.key) ?? before;
        const end = await this.#readFrom(node, scan, now, signal).catch(unlessFault);
        if (end !== null) return end;
        if (index === nodes.length - 1 || signal.aborted) break;
      }
      return { kind: 'unserved' };
    } finally {
      this.#isReading = false;
    }
  }

  async #readFrom(
    node: RpcNode,
    { key, from, to, judge }: Scan,
    { next, candidate: known }: Progress,
    signal: AbortSignal,
  ): Promise<ScanEnd> {
    let candidate = known;
    let height = Math.min(next, to);
    for (let read = 0; height >= from; read += 1, height -= 1) {
      this.#keep(key, { next: height, candidate });
      if (read === blocksASearch || signal.aborted || !this.#mayRead())
        return { kind: 'goes-on', next: height };
      const [block] = await node.ask([fullBlock(height)]);
      if (block === null) throw new RpcFault('inconsistent', 'the node has not come so far');
      const judged = judge(block);
      if (judged === 'below') break;
      if (judged?.kind === 'found') return this.#end(key, { kind: 'found', place: judged.place });
      if (judged !== null) candidate = judged.place;
    }
    return this.#end(
      key,
      candidate === null ? { kind: 'not-there' } : { kind: 'found', place: candidate },
    );
  }

  /** The next search of it starts again: a reorg may have moved what this one missed. */
  #end(key: string, end: ScanEnd): ScanEnd {
    this.#progress.delete(key);
    return end;
  }

  #keep(key: string, progress: Progress): void {
    const oldest = this.#progress.keys().next();
    if (this.#progress.size >= mostKept && oldest.done !== true)
      this.#progress.delete(oldest.value);
    this.#progress.set(key, progress);
  }

  #mayRead(): boolean {
    const nowMs = this.#clock.monotonic();
    if (nowMs - this.#minute.sinceMs >= minuteMs) this.#minute = { sinceMs: nowMs, read: 0 };
    this.#minute.read += 1;
    return this.#minute.read <= blocksAMinute;
  }
}

/** A node that does not serve the read proves nothing. */
function unlessFault(error: unknown): null {
  if (error instanceof RpcFault) return null;
  throw error;
}
