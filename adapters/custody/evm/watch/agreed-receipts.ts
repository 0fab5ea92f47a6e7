import type { TxHash } from '@interline/kernel';
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

/** The node that was read, and the height that depth is counted from. */
interface Read {
  readonly node: RpcNode;
  /** All requested hashes. A node no longer vouches for a receipt that it stops returning. */
  readonly asked: Iterable<TxHash>;
  readonly reached: number;
}

/** A receipt that one node has shown. */
interface Word {
  readonly receipt: ChainReceipt;
  /** Depth of its block at that time, below a height that enough nodes had reached. */
  readonly depth: number;
}

/**
 * Receipts on which two nodes agree, if two are configured. A forged receipt must not credit a pull
 * that was never mined, nor end the route of a payout. A statement about a fresh block does not
 * cover a later reorg, so each receipt is requested once per depth at which the core acts on it.
 * Statements are kept per node, because a node is not its own second witness.
 */
export class AgreedReceipts {
  readonly #words = new Map<TxHash, Map<RpcNode, Word>>();
  /** Those depths in ascending order. */
  readonly #countsAt: readonly number[];

  constructor(countsAt: readonly number[]) {
    this.#countsAt = [...new Set([1, ...countsAt])].sort((a, b) => a - b);
  }

  /**
   * The receipts that no second node confirms at the required depth yet, after one request to one
   * node after another. A node without the receipt neither agrees nor disputes.
   */
  async missing(
    chain: Nodes,
    { node: reader, asked: watched, reached }: Read,
    receipts: readonly ChainReceipt[],
    signal: AbortSignal,
  ): Promise<ReadonlySet<TxHash>> {
    const { client } = chain;
    for (const hash of watched) this.#words.get(hash)?.delete(reader);
    // After a failover, the node read until then is the second one.
    for (const one of receipts) this.#keep(reader, one, reached);
    if (enoughOf(client) < 2) return new Set();
    let open = receipts.filter((one) => !this.#has(one, reader, reached));
    const disputed: TxHash[] = [];
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
        this.#words.get(one.hash)?.delete(other);
        if (end === null) continue;
        if (isSameReceipt(one, end)) {
          // Its own head may be false, so it counts only up to what enough nodes have reached.
          this.#keep(other, end, Math.min(head, reached));
          continue;
        }
        chain.contradicted('receipt', reader, other);
        disputed.push(one.hash);
      }
      open = open.filter((one) => !disputed.includes(one.hash) && !this.#has(one, reader, reached));
    }
    return new Set([...disputed, ...open.map(({ hash }) => hash)]);
  }

  /** The node's statement at the greatest depth that matters; null if the node must be asked. */
  deepWord(node: RpcNode, hash: TxHash): ChainReceipt | null {
    const word = this.#words.get(hash)?.get(node);
    return word !== undefined && word.depth >= this.#leastDepth(Infinity) ? word.receipt : null;
  }

  #has(receipt: ChainReceipt, reader: RpcNode, reached: number): boolean {
    const leastDepth = this.#leastDepth(reached - receipt.block + 1);
    return [...(this.#words.get(receipt.hash) ?? [])].some(
      ([node, word]) =>
        node !== reader && isSameReceipt(word.receipt, receipt) && word.depth >= leastDepth,
    );
  }

  /** The least depth at which the second node must have shown a transaction that is this deep. */
  #leastDepth(depth: number): number {
    return this.#countsAt.findLast((one) => one <= depth) ?? 1;
  }

  #keep(node: RpcNode, receipt: ChainReceipt, reached: number): void {
    const { hash, block } = receipt;
    const words = this.#words.get(hash) ?? new Map<RpcNode, Word>();
    this.#words.delete(hash);
    const oldest = this.#words.keys().next();
    if (this.#words.size >= mostKept && oldest.done !== true) this.#words.delete(oldest.value);
    this.#words.set(hash, words);
    // A node that shows a receipt has its block, even if the head that it reports at the same
    // moment is lower.
    words.set(node, { receipt, depth: Math.max(1, reached - block + 1) });
  }
}
