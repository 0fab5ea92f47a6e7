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

/** The node that was read, and the height from which depth is counted. */
interface Read {
  readonly node: RpcNode;
  /** All that it was asked for: what it no longer shows, it no longer vouches for. */
  readonly asked: Iterable<TxHash>;
  readonly reached: number;
}

/** What one node has shown. */
interface Word {
  readonly receipt: ChainReceipt;
  /** Of its block then, below a height that enough nodes had reached. */
  readonly depth: number;
}

/**
 * Receipts that two nodes have shown alike where two are configured: the forged receipt of a pull that
 * was never mined must not be credited, nor that of a payout end its route. A word given when the
 * block was new says nothing of a reorg behind it, so each is asked for once at each depth at which
 * the core acts on it. The words are kept by node: one that is read again is not its own witness.
 */
export class AgreedReceipts {
  readonly #words = new Map<TxHash, Map<RpcNode, Word>>();
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
    { node: reader, asked: watched, reached }: Read,
    receipts: readonly ChainReceipt[],
    signal: AbortSignal,
  ): Promise<ReadonlySet<TxHash>> {
    const { client } = chain;
    for (const hash of watched) this.#words.get(hash)?.delete(reader);
    // After a fail-over the node that was read until then is the second one.
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
          // Its own head counts as far as enough nodes have come, and may lie.
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

  /** What the node has shown as deep as anything is acted on; null where it has to be asked. */
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
