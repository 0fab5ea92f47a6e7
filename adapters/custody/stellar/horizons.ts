import type { z } from 'zod';
import { type HorizonNode, unreachable } from './horizon-node.ts';
import { type Ledger, ledgerShape, pageOf } from './horizon-shapes.ts';
import type { StellarCustodySettings } from './stellar-settings.ts';

const newestLedger = pageOf(ledgerShape);

/** The Horizons of the chain, read with fail-over; none may show less than was seen before. */
export class Horizons {
  readonly nodes: readonly HorizonNode[];
  readonly #chain: StellarCustodySettings['chain'];
  readonly #clock: StellarCustodySettings['clock'];
  readonly #ledgers = new Map<number, Ledger>();
  #newest = 0;
  #downAtMs: number | null = null;

  constructor(
    nodes: readonly HorizonNode[],
    { chain, clock }: Pick<StellarCustodySettings, 'chain' | 'clock'>,
  ) {
    this.nodes = nodes;
    this.#chain = chain;
    this.#clock = clock;
  }

  /** How many must show the end of a transaction: two where there are several. */
  get enough(): number {
    return Math.min(2, this.nodes.length);
  }

  /** False where the last reading failed, in the last 30 s. */
  get isUp(): boolean {
    return this.#downAtMs === null || this.#clock.now() - this.#downAtMs > downForMs;
  }

  /**
   * From the first Horizon that answers and is not behind what was seen. Throws
   * `CHAIN_UNREACHABLE`.
   */
  async read<T>(ask: (node: HorizonNode, head: Ledger) => Promise<T>, signal: AbortSignal) {
    for (const node of this.nodes) {
      signal.throwIfAborted();
      const answer = await this.#fromNode(node, ask, signal);
      if (answer !== null) {
        this.#downAtMs = null;
        return answer;
      }
    }
    this.#downAtMs = this.#clock.now();
    throw unreachable(this.#chain);
  }

  /** One answer of each that answers, in their order. */
  async readEach<T>(ask: (node: HorizonNode) => Promise<T>): Promise<readonly T[]> {
    const answers = await Promise.all(
      this.nodes.map(async (node) => ask(node).then(answered, () => null)),
    );
    return answers.flatMap((one) => (one === null ? [] : [one.answer]));
  }

  /** The ledger of a height; closed ones never change. */
  async ledger(node: HorizonNode, sequence: number, signal: AbortSignal): Promise<Ledger> {
    const known = this.#ledgers.get(sequence);
    if (known !== undefined) return known;
    const read = await node.get(`/ledgers/${sequence}`, ledgerShape, signal);
    if (read === null) throw unreachable(this.#chain);
    if (this.#ledgers.size >= mostKept) this.#ledgers.clear();
    this.#ledgers.set(sequence, read);
    return read;
  }

  async page<T>(
    node: HorizonNode,
    path: string,
    shape: z.ZodType<T>,
    signal: AbortSignal,
  ): Promise<readonly T[]> {
    const page = await node.get(path, pageOf(shape), signal);
    return page?._embedded.records ?? [];
  }

  async #fromNode<T>(
    node: HorizonNode,
    ask: (node: HorizonNode, head: Ledger) => Promise<T>,
    signal: AbortSignal,
  ): Promise<{ readonly value: T; readonly head: Ledger; readonly node: HorizonNode } | null> {
    try {
      const page = await node.get('/ledgers?order=desc&limit=1', newestLedger, signal);
      const head = page?._embedded.records[0];
      // One that stands still may not know what was included meanwhile.
      if (head === undefined || head.sequence < this.#newest) return null;
      const value = await ask(node, head);
      this.#newest = Math.max(this.#newest, head.sequence);
      return { value, head, node };
    } catch (error) {
      if (signal.aborted) throw error;
      return null;
    }
  }
}

const downForMs = 30_000;
const mostKept = 1_000;

function answered<T>(answer: T): { readonly answer: T } {
  return { answer };
}
