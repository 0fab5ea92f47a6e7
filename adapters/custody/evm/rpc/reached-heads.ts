import type { Clock } from '@interline/ports';
import { enoughOf } from './ask-each.ts';
import { type Block, headBlock } from './blocks.ts';
import type { ChainClient } from './chain-client.ts';
import type { RpcNode } from './rpc-node.ts';

/** How far a chain has come, as enough nodes show. */
export type Reached = Pick<Block, 'number' | 'timestampSec'>;

/** Interval of background readings of all nodes. */
const lookEveryMs = 5_000;
/** After this time without an answer, the next node is asked in parallel. */
const nextAfterMs = 500;
/** Two other nodes must be this far ahead, by the chain's time, before a node counts as stopped. */
const behindSec = 60;
/** Two looks must show that this long apart, by our own clock, before it holds anything up. */
const heldUpAfterMs = 10_000;

/**
 * The head that two nodes have reached, if two are configured. Depth is counted from it and stored
 * facts are ordered by it. A head that a single node shows, however far, makes nothing deep.
 */
export class ReachedHeads {
  readonly #client: Pick<ChainClient, 'nodes' | 'tryOne'>;
  readonly #clock: Pick<Clock, 'alarm' | 'monotonic'>;
  /** The last head of each node. */
  readonly #heads = new Map<RpcNode, Reached>();
  #lookedAtMs: number;
  /** The first and the last of consecutive readings that showed two nodes far apart. */
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
   * How much chain time the head is ahead of what two nodes have reached. With only two nodes
   * configured, nothing becomes deep while one is silent or stuck. With three nodes, the one that
   * leads alone may be wrong, so that counts as 0. A lag that has not lasted by our own clock also
   * counts as 0: where blocks are made on demand, a block that a node gets a moment later looks
   * minutes ahead.
   */
  get heldUpSec(): number {
    const apart = this.#apart;
    return apart !== null && apart.untilMs - apart.sinceMs >= heldUpAfterMs ? this.#gapSec : 0;
  }

  get #gapSec(): number {
    if (this.#client.nodes.length !== 2 || this.#heads.size === 0) return 0;
    return Math.max(0, this.#by(1).timestampSec - this.#by(2).timestampSec);
  }

  /** Time since all nodes were last asked. */
  get ageMs(): number {
    return this.#clock.monotonic() - this.#lookedAtMs;
  }

  /**
   * Never above the head, which `reader` has just shown. Asks other nodes in sequence until one has
   * come as far; if one is slow, the next is asked in parallel. Silent nodes count with their last
   * head.
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

  /**
   * Refreshes every node's head, so that no old value persists and a stuck node is not read first.
   */
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

  /** Number and time independently, because a node may be right in one and wrong in the other. */
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
