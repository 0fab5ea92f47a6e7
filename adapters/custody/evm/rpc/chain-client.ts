import { type ChainRef, RelayError } from '@interline/kernel';
import type { Clock, Log } from '@interline/ports';
import { RpcFault, unlessAborted } from './rpc-fault.ts';
import type { RpcNode } from './rpc-node.ts';

export interface ChainRead {
  readonly chain: ChainRef;
  readonly isSuccess: boolean;
  readonly tookMs: number;
}

interface Surroundings {
  readonly clock: Clock;
  readonly log: Log;
  readonly onRead: (read: ChainRead) => void;
}

type LastOutcome = { readonly isSuccess: boolean; readonly atMs: number };

// Retried at once after a head that moved during the read, or a kept-alive connection that the node
// closed.
const triesOnOneNode = 3;
/** Fault kinds that do not count against the node. */
const isNoFaultOf: ReadonlySet<string> = new Set([
  'aborted',
  'inconsistent',
  'unconfirmed',
  'closed',
]);
const worthAnotherTry: ReadonlySet<string> = new Set(['inconsistent', 'unreachable']);

/**
 * All RPC nodes of one chain. Reads go to one of them at a time, and to the next where that one
 * fails.
 */
export class ChainClient {
  readonly chain: ChainRef;
  readonly nodes: readonly RpcNode[];
  readonly clock: Clock;
  readonly #log: Log;
  readonly #onRead: (read: ChainRead) => void;
  readonly #faulty = new Set<RpcNode>();
  #last: LastOutcome | null = null;

  constructor(chain: ChainRef, nodes: readonly RpcNode[], { clock, log, onRead }: Surroundings) {
    this.chain = chain;
    this.nodes = nodes;
    this.clock = clock;
    this.#log = log;
    this.#onRead = onRead;
  }

  /** The result of the last read; null before the first. */
  get lastOutcome(): LastOutcome | null {
    return this.#last;
  }

  /**
   * Everything that `ask` reads comes from one node. Throws `CHAIN_UNREACHABLE` when every node
   * failed or the caller aborted.
   */
  async read<T>(ask: (node: RpcNode) => Promise<T>, signal: AbortSignal): Promise<T> {
    return this.readFrom(this.nodes, ask, signal);
  }

  /** The same, restricted to these nodes. */
  async readFrom<T>(
    nodes: readonly RpcNode[],
    ask: (node: RpcNode) => Promise<T>,
    signal: AbortSignal,
  ): Promise<T> {
    const startedAt = this.clock.monotonic();
    let isSuccess = false;
    try {
      const answer = await this.#readAny(nodes, ask, signal);
      isSuccess = true;
      return answer;
    } finally {
      // An aborted caller says nothing about the chain.
      if (isSuccess || !signal.aborted)
        this.#onRead({ chain: this.chain, isSuccess, tookMs: this.clock.monotonic() - startedAt });
    }
  }

  /** The same from a node other than this one; from this one if no other responds. */
  async readBeside<T>(
    node: RpcNode,
    ask: (node: RpcNode) => Promise<T>,
    signal: AbortSignal,
  ): Promise<T> {
    return this.readFrom([...this.nodes.filter((one) => one !== node), node], ask, signal);
  }

  async #readAny<T>(
    nodes: readonly RpcNode[],
    ask: (node: RpcNode) => Promise<T>,
    signal: AbortSignal,
  ): Promise<T> {
    const faults: RpcFault[] = [];
    for (const node of inOrder(nodes)) {
      for (let tries = 1; tries <= triesOnOneNode; tries += 1) {
        const outcome = await this.#tryNode(node, ask, signal);
        if (outcome.ok) return outcome.value;
        faults.push(outcome.fault);
        if (outcome.fault.kind === 'aborted') throw this.#unreachable(faults);
        if (!worthAnotherTry.has(outcome.fault.kind)) break;
      }
    }
    this.#last = { isSuccess: false, atMs: this.clock.monotonic() };
    throw this.#unreachable(faults);
  }

  /**
   * The answer of this one node; null if it fails or the caller aborts. For questions to several
   * nodes.
   */
  async tryOne<T>(
    node: RpcNode,
    ask: (node: RpcNode) => Promise<T>,
    signal: AbortSignal,
  ): Promise<T | null> {
    const outcome = await this.#tryNode(node, ask, signal);
    return outcome.ok ? outcome.value : null;
  }

  /** Waits for a shared reading until this caller aborts. */
  async guarded<T>(reading: Promise<T>, signal: AbortSignal): Promise<T> {
    try {
      return await unlessAborted(reading, signal);
    } catch (error) {
      throw error instanceof RpcFault ? this.#unreachable([error]) : error;
    }
  }

  /**
   * Rests the node, so that others are asked first for a while. Logs the first fault after a good
   * answer.
   */
  noteFault(node: RpcNode, fault: RpcFault): void {
    if (isNoFaultOf.has(fault.kind)) return;
    node.rest(fault.kind);
    if (this.#faulty.has(node)) return;
    this.#faulty.add(node);
    this.#log.warn('node-fault', { chain: this.chain, node: node.number, fault: fault.kind });
  }

  async #tryNode<T>(
    node: RpcNode,
    ask: (node: RpcNode) => Promise<T>,
    signal: AbortSignal,
  ): Promise<Outcome<T>> {
    if (signal.aborted) return { ok: false, fault: new RpcFault('aborted', 'the caller gave up') };
    try {
      const value = await unlessAborted(ask(node), signal);
      this.#last = { isSuccess: true, atMs: this.clock.monotonic() };
      this.#noteAnswer(node);
      return { ok: true, value };
    } catch (error) {
      if (!(error instanceof RpcFault)) throw error;
      this.noteFault(node, error);
      return { ok: false, fault: error };
    }
  }

  #noteAnswer(node: RpcNode): void {
    if (!this.#faulty.delete(node)) return;
    node.wake();
    this.#log.info('node-back', { chain: this.chain, node: node.number });
  }

  #unreachable(faults: readonly RpcFault[]): RelayError {
    const kinds = [...new Set(faults.map((fault) => fault.kind))];
    const cause = faults.at(-1);
    return new RelayError(
      'CHAIN_UNREACHABLE',
      { chain: this.chain, faults: kinds },
      `${this.chain} cannot be reached now: ${kinds.join(', ')}`,
      { cause },
    );
  }
}

type Outcome<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly fault: RpcFault };

/** Responsive nodes come before resting ones. */
export function inOrder(nodes: readonly RpcNode[]): readonly RpcNode[] {
  const awake = nodes.filter((node) => !node.isResting);
  const resting = nodes.filter((node) => node.isResting);
  const behind = awake.filter((node) => node.isBehind);
  return [...awake.filter((node) => !node.isBehind), ...behind, ...resting];
}
