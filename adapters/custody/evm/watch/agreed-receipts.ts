import type { Hex } from '@interline/kernel';
import { askBeside, enoughOf } from '../rpc/ask-each.ts';
import { headNumber } from '../rpc/blocks.ts';
import { type ChainClient, inOrder } from '../rpc/chain-client.ts';
import type { RpcNode } from '../rpc/rpc-node.ts';
import { askAlone, type OddAnswers } from './ask-alone.ts';
import { type ChainReceipt, isSameReceipt, receiptOf } from './receipts.ts';

const mostKept = 4_096;

interface Nodes extends OddAnswers {
  readonly client: ChainClient;
  contradicted(this: void, about: 'receipt', one: RpcNode, other: RpcNode): void;
}

/** The node that was read, and the height from which depth is counted. */
interface Read {
  readonly node: RpcNode;
  readonly reached: number;
}

interface Agreed {
  readonly receipt: ChainReceipt;
  /** On the node that showed it alike. */
  readonly depth: number;
}

/**
 * Receipts that two nodes have shown alike where two are configured: the forged receipt of a pull that
 * was never mined must not be credited, nor that of a payout end its route. A word given when the
 * block was new says nothing of a reorg behind it, so each is asked for once at each depth at which
 * the core acts on it.
 */
export class AgreedReceipts {
  readonly #kept = new Map<Hex, Agreed>();
  /** Those depths, the least first. */
  readonly #countsAt: readonly number[];

  constructor(countsAt: readonly number[]) {
    this.#countsAt = [...new Set([1, ...countsAt])].sort((a, b) => a - b);
  }

  /**
   * Those that no second node shows so yet, as deep as they have to be, by one request to one node
   * after another. A node without the receipt neither agrees nor disputes.
   */
  async missing(
    chain: Nodes,
    { node: reader, reached }: Read,
    receipts: readonly ChainReceipt[],
    signal: AbortSignal,
  ): Promise<ReadonlySet<Hex>> {
    const { client } = chain;
    if (enoughOf(client) < 2) return new Set();
    let open = receipts.filter((one) => !this.#has(one, reached));
    const disputed: Hex[] = [];
    for (const other of inOrder(client.nodes.filter((node) => node !== reader))) {
      if (open.length === 0) break;
      const asked = open;
      const calls = asked.map(({ hash }) => receiptOf(hash));
      const told = await askBeside(
        client,
        other,
        (node) => Promise.all([node.ask([headNumber]), askAlone(chain, node, calls)]),
        signal,
      );
      if (told === null) continue;
      const [[head], said] = told;
      const ends = new Map(asked.map((one, index) => [one, said[index] ?? null]));
      for (const [one, end] of ends) {
        if (end === null) continue;
        if (isSameReceipt(one, end)) {
          this.#keep(one, head - one.block + 1);
          continue;
        }
        chain.contradicted('receipt', reader, other);
        disputed.push(one.hash);
      }
      open = open.filter((one) => !disputed.includes(one.hash) && !this.#has(one, reached));
    }
    return new Set([...disputed, ...open.map(({ hash }) => hash)]);
  }

  #has(receipt: ChainReceipt, reached: number): boolean {
    const kept = this.#kept.get(receipt.hash);
    return (
      kept !== undefined &&
      isSameReceipt(kept.receipt, receipt) &&
      kept.depth >= this.#leastDepth(reached - receipt.block + 1)
    );
  }

  /** What the second node's word must be worth, for a transaction that is so deep. */
  #leastDepth(depth: number): number {
    return this.#countsAt.findLast((one) => one <= depth) ?? 1;
  }

  #keep(receipt: ChainReceipt, depth: number): void {
    this.#kept.delete(receipt.hash);
    const oldest = this.#kept.keys().next();
    if (this.#kept.size >= mostKept && oldest.done !== true) this.#kept.delete(oldest.value);
    // A node that shows a receipt has its block, whatever its head's number says in the same moment.
    this.#kept.set(receipt.hash, { receipt, depth: Math.max(1, depth) });
  }
}
