import { enoughOf } from './ask-each.ts';
import { type Block, headBlock } from './blocks.ts';
import type { ChainClient } from './chain-client.ts';
import type { RpcNode } from './rpc-node.ts';

/** How far a chain has come, by the word of enough nodes. */
export type Reached = Pick<Block, 'number' | 'timestampSec'>;

/**
 * How far two nodes have come where two are configured. Depth is counted from there, and what is
 * stored is ordered by it: a head that one node alone shows, however far, makes nothing deep.
 */
export class ReachedHeads {
  readonly #client: Pick<ChainClient, 'nodes' | 'tryOne'>;
  /** What each node showed last. */
  readonly #heads = new Map<RpcNode, Reached>();
  #heldUpSec = 0;

  constructor(client: Pick<ChainClient, 'nodes' | 'tryOne'>) {
    this.#client = client;
  }

  /**
   * By how much the chain's time is ahead of what two nodes have reached: where only two are
   * configured and one is silent or stands still, nothing becomes deep. Of three, the one that is
   * alone in front may be the wrong one, so that counts as 0.
   */
  get heldUpSec(): number {
    return this.#heldUpSec;
  }

  /**
   * Never above the head, which `reader` has just shown. Asks other nodes, one after another, until
   * one has come as far; those that are silent count as they stood last.
   */
  async upTo(reader: RpcNode, head: Block, signal: AbortSignal): Promise<Reached> {
    if (enoughOf(this.#client) < 2) return head;
    this.#heads.set(reader, head);
    const others = this.#client.nodes.filter((node) => node !== reader && !node.isResting);
    for (const other of others) {
      if (this.#by(enoughOf(this.#client)).number >= head.number) break;
      const told = await this.#client.tryOne(other, (node) => node.ask([headBlock]), signal);
      if (told !== null) this.#heads.set(other, told[0]);
    }
    const reached = this.#by(enoughOf(this.#client));
    if (this.#client.nodes.length === 2)
      this.#heldUpSec = Math.max(0, head.timestampSec - reached.timestampSec);
    return {
      number: Math.min(head.number, reached.number),
      timestampSec: Math.min(head.timestampSec, reached.timestampSec),
    };
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
