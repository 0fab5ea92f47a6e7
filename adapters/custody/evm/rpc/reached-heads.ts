import type { Clock } from '@interline/ports';
import { enoughOf } from './ask-each.ts';
import { type Block, headBlock } from './blocks.ts';
import type { ChainClient } from './chain-client.ts';
import type { RpcNode } from './rpc-node.ts';

/** How far a chain has come, by the word of enough nodes. */
export type Reached = Pick<Block, 'number' | 'timestampSec'>;

/** Between two looks at all nodes, in the background. */
const lookEveryMs = 5_000;
/** How long one that is asked how far it is goes without another beside it. */
const nextAfterMs = 500;
/** Two other nodes must be this far ahead, by the chain's time, before a node counts as stopped. */
const behindSec = 60;
/** Two looks must show that this long apart, by our own clock, before it holds anything up. */
const heldUpAfterMs = 10_000;

/**
 * How far two nodes have come where two are configured. Depth is counted from there, and what is
 * stored is ordered by it: a head that one node alone shows, however far, makes nothing deep.
 */
export class ReachedHeads {
  readonly #client: Pick<ChainClient, 'nodes' | 'tryOne'>;
  readonly #clock: Pick<Clock, 'alarm' | 'monotonic'>;
  /** What each node showed last. */
  readonly #heads = new Map<RpcNode, Reached>();
  #lookedAtMs: number;
  /** The first and the last look that showed two nodes far apart, with none between that did not. */
  #apart: { readonly sinceMs: number; readonly untilMs: number } | null = null;

  constructor(
    client: Pick<ChainClient, 'nodes' | 'tryOne'>,
    clock: Pick<Clock, 'alarm' | 'monotonic'>,
  ) {
    this.#client = client;
    this.#clock = clock;
    this.#lookedAtMs = clock.monotonic();
  }

  /**
   * By how much the chain's time is ahead of what two nodes have reached: where only two are
   * configured and one is silent or stands still, nothing becomes deep. Of three, the one that is
   * alone in front may be the wrong one, so that counts as 0. So does what has not lasted by our own
   * clock: where blocks are made on demand, one that a node has a moment later is minutes ahead.
   */
  get heldUpSec(): number {
    const apart = this.#apart;
    return apart !== null && apart.untilMs - apart.sinceMs >= heldUpAfterMs ? this.#gapSec : 0;
  }

  get #gapSec(): number {
    if (this.#client.nodes.length !== 2 || this.#heads.size === 0) return 0;
    return Math.max(0, this.#by(1).timestampSec - this.#by(2).timestampSec);
  }

  /** Since all nodes were asked last. */
  get ageMs(): number {
    return this.#clock.monotonic() - this.#lookedAtMs;
  }

  /**
   * Never above the head, which `reader` has just shown. Asks other nodes, one after another, until
   * one has come as far, and where one takes long the next beside it; those that are silent count as
   * they stood last.
   */
  async upTo(reader: RpcNode, head: Block, signal: AbortSignal): Promise<Reached> {
    const enough = enoughOf(this.#client);
    if (enough < 2) return head;
    this.#heads.set(reader, head);
    const others = this.#client.nodes.filter((node) => node !== reader && !node.isResting);
    const isReached = (): boolean => this.#by(enough).number >= head.number;
    const reached = Promise.withResolvers<void>();
    const asked: Promise<void>[] = [];
    for (const other of others) {
      if (isReached()) break;
      const answer = this.#ask(other, signal).then(() => {
        if (isReached()) reached.resolve();
      });
      asked.push(answer);
      const alarm = this.#clock.alarm(nextAfterMs);
      await Promise.race([answer, reached.promise, alarm.rang]);
      alarm.cancel();
    }
    if (!isReached()) await Promise.race([Promise.all(asked), reached.promise]);
    this.#noteGap();
    if (this.ageMs > lookEveryMs) void this.#lookAtAll();
    const { number, timestampSec } = this.#by(enough);
    return {
      number: Math.min(head.number, number),
      timestampSec: Math.min(head.timestampSec, timestampSec),
    };
  }

  /** So that no word of a node lasts, and one that stands still is no longer read first. */
  async #lookAtAll(): Promise<void> {
    this.#lookedAtMs = this.#clock.monotonic();
    const signal = AbortSignal.timeout(lookEveryMs);
    await Promise.all(this.#client.nodes.map((node) => this.#ask(node, signal)));
    this.#noteGap();
    for (const [node, { timestampSec }] of this.#heads) {
      const ahead = [...this.#heads.values()].filter(
        (one) => one.timestampSec > timestampSec + behindSec,
      );
      node.isBehind = ahead.length >= enoughOf(this.#client);
    }
  }

  #noteGap(): void {
    const nowMs = this.#clock.monotonic();
    this.#apart =
      this.#gapSec > behindSec ? { sinceMs: this.#apart?.sinceMs ?? nowMs, untilMs: nowMs } : null;
  }

  async #ask(node: RpcNode, signal: AbortSignal): Promise<void> {
    const told = await this.#client.tryOne(node, (one) => one.ask([headBlock]), signal);
    if (told !== null) this.#heads.set(node, told[0]);
  }

  /** Both figures on their own: a node may be right in one and wrong in the other. */
  #by(nodes: number): Reached {
    const heads = [...this.#heads.values()];
    const least = (figures: readonly number[]): number =>
      figures.toSorted((a, b) => b - a)[nodes - 1] ?? 0;
    return {
      number: least(heads.map((one) => one.number)),
      timestampSec: least(heads.map((one) => one.timestampSec)),
    };
  }
}
