import type { z } from 'zod';
import { keptFor } from '../../chain-facts/index.ts';
import { NodeOrder } from '../node-order.ts';
import { settledAlike } from '../settled-alike.ts';
import { type HorizonNode, unreachable } from './horizon-node.ts';
import { type Ledger, ledgerShape, pageOf, rootShape } from './horizon-shapes.ts';
import { ShownLedgers } from './shown-ledgers.ts';
import type { StellarCustodySettings } from './stellar-settings.ts';

const newestLedger = pageOf(ledgerShape);

type HorizonsSettings = Pick<StellarCustodySettings, 'chain' | 'passphrase' | 'clock' | 'log'>;

export interface ReadFrom<T> {
  readonly value: T;
  readonly head: Ledger;
  readonly node: HorizonNode;
}

/**
 * The chain's Horizons, read with failover. Two kinds are excluded: a Horizon of another network,
 * and one that lags. A lagging Horizon shows an older ledger than before, or its newest ledger
 * closed long before another Horizon's.
 */
export class Horizons {
  readonly nodes: readonly HorizonNode[];
  readonly #chain: StellarCustodySettings['chain'];
  readonly #settings: HorizonsSettings;
  readonly #isOurNetwork: ReturnType<typeof keptFor<boolean>>;
  readonly #ledgers = new Map<string, Ledger>();
  readonly #shown: ShownLedgers;
  readonly #order: NodeOrder;
  #downAtMs: number | null = null;

  constructor(nodes: readonly HorizonNode[], settings: HorizonsSettings) {
    this.nodes = nodes;
    this.#chain = settings.chain;
    this.#settings = settings;
    this.#isOurNetwork = keptFor(networkKeptMs, settings.clock);
    this.#shown = new ShownLedgers(settings);
    this.#order = new NodeOrder(settings.clock);
  }

  /** Number of Horizons that must show the end of a transaction: two if there are several. */
  get enough(): number {
    return Math.min(2, this.nodes.length);
  }

  /** False if the last reading failed within the last 30 s. */
  get isUp(): boolean {
    return this.#downAtMs === null || this.#settings.clock.monotonic() - this.#downAtMs > downForMs;
  }

  /**
   * Reads from the first Horizon that answers, is consistent, and is not behind the ledgers that
   * enough Horizons have shown. Avoids `otherThan` if there are others. Throws `CHAIN_UNREACHABLE`.
   */
  async read<T>(
    ask: (node: HorizonNode, head: Ledger) => Promise<T>,
    signal: AbortSignal,
    otherThan?: number,
  ): Promise<ReadFrom<T>> {
    const asked = this.nodes.filter(
      ({ number }) => this.nodes.length === 1 || number !== otherThan,
    );
    for (const node of this.#order.of(asked)) {
      signal.throwIfAborted();
      const answer = await this.#fromNode(node, ask, signal, this.#shownByEnough);
      if (answer !== null) {
        this.#downAtMs = null;
        return answer;
      }
    }
    this.#downAtMs = this.#settings.clock.monotonic();
    throw unreachable(this.#chain);
  }

  /** One answer from each responsive and consistent Horizon, in order. */
  async readEach<T>(
    ask: (node: HorizonNode, head: Ledger) => Promise<T>,
    signal: AbortSignal,
  ): Promise<readonly T[]> {
    const asked = this.nodes.map(async (node) => this.#valueFrom(node, ask, signal));
    return valuesIn(await Promise.allSettled(asked));
  }

  /**
   * The same, but stops waiting for a hanging Horizon once enough others gave the same answer,
   * compared as text. For answers that one more response cannot change.
   */
  async readAlike<T>(
    ask: (node: HorizonNode, head: Ledger) => Promise<T>,
    words: (answer: T) => string,
    signal: AbortSignal,
  ): Promise<readonly T[]> {
    const { enough } = this;
    const { clock } = this.#settings;
    const asked = this.nodes.map((node) => ({
      isResting: this.#order.isResting(node.number),
      answer: this.#valueFrom(node, ask, signal),
    }));
    return valuesIn(await settledAlike(asked, { enough, words, clock }));
  }

  /**
   * The answer on which enough Horizons agree, compared as text; null if none or too few of those
   * that answer show it. Throws `CHAIN_UNREACHABLE` while too few answer.
   */
  async agreed<T>(
    ask: (node: HorizonNode) => Promise<T | null>,
    words: (answer: T) => string,
    signal: AbortSignal,
  ): Promise<T | null> {
    const said = await this.readAlike(
      async (node) => ask(node),
      (one) => (one === null ? 'nothing' : words(one)),
      signal,
    );
    if (said.length < this.enough) throw unreachable(this.#chain);
    const shown = said.filter((one) => one !== null);
    const alike = [...Map.groupBy(shown, words).values()].find(
      (some) => some.length >= this.enough,
    );
    return alike?.[0] ?? null;
  }

  /**
   * The newest ledger that enough Horizons have reached, from those that answer in time. Throws
   * `CHAIN_UNREACHABLE`.
   */
  async reached(signal: AbortSignal): Promise<Ledger> {
    const heads = await this.readAlike(
      async (_, head) => head,
      () => 'a ledger',
      signal,
    );
    const highest = heads.toSorted((a, b) => b.sequence - a.sequence)[this.enough - 1];
    if (highest === undefined) throw unreachable(this.#chain);
    return highest;
  }

  /** The ledger with that sequence, from that Horizon. Closed ledgers never change. */
  async ledger(node: HorizonNode, sequence: number, signal: AbortSignal): Promise<Ledger> {
    const key = `${node.number}/${sequence}`;
    const known = this.#ledgers.get(key);
    if (known !== undefined) return known;
    const read = await node.get(`/ledgers/${sequence}`, ledgerShape, signal);
    if (read === null) throw unreachable(this.#chain);
    if (this.#ledgers.size >= mostKept) this.#ledgers.clear();
    this.#ledgers.set(key, read);
    return read;
  }

  /**
   * A list may be empty but must be present: a part that a Horizon does not serve is not an empty
   * list.
   */
  async page<T>(
    node: HorizonNode,
    path: string,
    shape: z.ZodType<T>,
    signal: AbortSignal,
  ): Promise<readonly T[]> {
    const page = await node.get(path, pageOf(shape), signal);
    if (page === null) throw unreachable(this.#chain);
    return page._embedded.records;
  }

  get #shownByEnough(): number {
    const shown = this.#shown.newest.map(({ sequence }) => sequence);
    return shown.toSorted((a, b) => b - a)[this.enough - 1] ?? 0;
  }

  /** A ledger that closed before this is stale. Close times in the future are not trusted. */
  get #freshSec(): number {
    const newest = Math.max(0, ...this.#shown.newest.map(({ closed_at }) => closed_at));
    return Math.min(newest, Math.floor(this.#settings.clock.now() / 1_000)) - staleAfterSec;
  }

  async #servesNetwork(node: HorizonNode, signal: AbortSignal): Promise<boolean> {
    const root = await node.get('/', rootShape, signal);
    if (root === null) throw unreachable(this.#chain);
    const { chain, passphrase, log } = this.#settings;
    const isOurs = root.network_passphrase === passphrase;
    if (!isOurs) log.error('wrong-network', { chain, node: node.number, wanted: passphrase });
    return isOurs;
  }

  async #valueFrom<T>(
    node: HorizonNode,
    ask: (node: HorizonNode, head: Ledger) => Promise<T>,
    signal: AbortSignal,
  ): Promise<T> {
    const answer = await this.#fromNode(node, ask, signal);
    if (answer === null) throw unreachable(this.#chain);
    return answer.value;
  }

  async #fromNode<T>(
    node: HorizonNode,
    ask: (node: HorizonNode, head: Ledger) => Promise<T>,
    signal: AbortSignal,
    least = 0,
  ): Promise<ReadFrom<T> | null> {
    const inStep = async (): Promise<ReadFrom<T> | null> => {
      const isOurs = await this.#isOurNetwork(String(node.number), () =>
        this.#servesNetwork(node, signal),
      );
      if (!isOurs) return null;
      const page = await node.get('/ledgers?order=desc&limit=1', newestLedger, signal);
      const head = page?._embedded.records[0];
      if (head === undefined || !this.#shown.isInLine(node.number, head)) return null;
      if (head.closed_at < this.#freshSec || head.sequence < least) return null;
      const value = await ask(node, head);
      return { value, head, node };
    };
    try {
      return await this.#order.noted(node.number, inStep, signal);
    } catch (error) {
      if (signal.aborted) throw error;
      return null;
    }
  }
}

function valuesIn<T>(settled: readonly PromiseSettledResult<T>[]): readonly T[] {
  return settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
}

/** Six ledgers. A Horizon that is further behind may not know what was included since. */
const staleAfterSec = 30;
const downForMs = 30_000;
/** After this time, a Horizon that served another network is checked again. */
const networkKeptMs = 60_000;
const mostKept = 1_000;
