import type { Clock, HeadReading } from '@interline/ports';
import { type Block, blockHashAt, headBlock } from '../rpc/blocks.ts';
import type { ChainClient } from '../rpc/chain-client.ts';

/** Upper bound: even on a slow chain the next block may come sooner. */
const keptAtMostMs = 12_000;
/**
 * Number of recent gaps between heads that the minimum is taken of, so that old ones are forgotten.
 */
const gapsKept = 16;

interface Kept {
  readonly reading: HeadReading;
  readonly atMs: number;
}

/**
 * The head of one chain with the canonical blocks at some heights, in one request. It is kept for
 * the chain's shortest recent block interval, and only for the heights that it has shown.
 */
export class SharedHead {
  readonly #clock: Pick<Clock, 'monotonic'>;
  #kept: Kept | null = null;
  #newest: Pick<Block, 'number' | 'timestampSec'> | null = null;
  #gapsMs: readonly number[] = [];

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock;
  }

  async with(
    client: Pick<ChainClient, 'read'>,
    heights: readonly number[],
    signal: AbortSignal,
  ): Promise<HeadReading> {
    const atMs = this.#clock.monotonic();
    if (this.#kept !== null && this.#answers(this.#kept, heights, atMs)) return this.#kept.reading;
    const reading = await client.read(async (node) => {
      const [[head], found] = await Promise.all([
        node.ask([headBlock]),
        node.ask(heights.map(blockHashAt)),
      ]);
      this.#note(head);
      const under = heights.flatMap((height, index) => {
        const hash = found[index] ?? null;
        return hash === null || height >= head.number ? [] : [[height, hash] as const];
      });
      const hashes = new Map<number, string>([...under, [head.number, head.hash]]);
      return { block: head.number, blockHash: head.hash, hashes };
    }, signal);
    this.#kept = { reading, atMs };
    return reading;
  }

  #answers({ reading, atMs }: Kept, heights: readonly number[], nowMs: number): boolean {
    const leastGapMs = Math.min(...this.#gapsMs);
    const keptMs = this.#gapsMs.length === 0 ? 0 : Math.min(keptAtMostMs, leastGapMs);
    return nowMs - atMs < keptMs && heights.every((height) => reading.hashes.has(height));
  }

  #note({ number, timestampSec }: Block): void {
    const before = this.#newest;
    if (before !== null && number <= before.number) return;
    this.#newest = { number, timestampSec };
    if (before === null) return;
    const gapMs = ((timestampSec - before.timestampSec) * 1_000) / (number - before.number);
    this.#gapsMs = [...this.#gapsMs, gapMs].slice(-gapsKept);
  }
}
