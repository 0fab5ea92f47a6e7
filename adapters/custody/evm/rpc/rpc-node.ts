import type { Clock } from '@interline/ports';
import {
  type AnswersOf,
  type NodeAnswer,
  readAnswer,
  readReplies,
  type RpcCall,
} from './json-rpc.ts';
import type { NodeTransport } from './node-transport.ts';
import { readQuantity } from './read-fields.ts';
import { RpcFault } from './rpc-fault.ts';
import { sharedCalls } from './shared-calls.ts';

interface Question {
  readonly call: RpcCall<unknown>;
  /** The calls that were requested together. */
  readonly group: object;
  answer(answer: NodeAnswer): void;
  fail(error: unknown): void;
}

interface RpcNodeSettings {
  /** Position in the list of URLs, from 1: the only name of a node in logs and errors. */
  readonly number: number;
  readonly chainId: number;
  /** Most calls in one HTTP request. */
  readonly maxBatch: number;
}

const restMs = 2_000;
/** A node that did not answer in time would make each caller wait as long again. */
const hungMs = 30_000;
/** A URL may later point to another chain, so the check is repeated. */
const identifiedForMs = 300_000;

/**
 * One RPC node of one chain. Calls of one turn of the event loop are sent as one JSON-RPC batch,
 * with shared calls sent once. No call is sent before the node has confirmed that it serves the
 * configured chain, initially and every five minutes. A fault does not trigger the check, because a
 * broadcast may still succeed on a node that cannot answer.
 */
export class RpcNode {
  readonly number: number;
  readonly #chainId: number;
  readonly #maxBatch: number;
  readonly #transport: Pick<NodeTransport, 'post'>;
  readonly #clock: Clock;
  /** Two other nodes are far ahead of it: it answers, but is read only where they do not. */
  isBehind = false;
  #waiting: Question[][] = [];
  #nextId = 1;
  #identity: 'unknown' | 'right' | 'wrong' = 'unknown';
  /** When the node last confirmed its identity; it is not asked each time. */
  #identifiedMs = 0;
  #asked: Promise<void> | null = null;
  #restsUntil = 0;
  #hungUntil = 0;

  constructor(settings: RpcNodeSettings, transport: Pick<NodeTransport, 'post'>, clock: Clock) {
    this.number = settings.number;
    this.#chainId = settings.chainId;
    this.#maxBatch = settings.maxBatch;
    this.#transport = transport;
    this.#clock = clock;
  }

  /**
   * After a fault the other nodes are asked first for a while, so that a dead node does not slow
   * every read down.
   */
  get isResting(): boolean {
    return this.#restsUntil > this.#clock.monotonic();
  }

  /** It timed out recently and has not answered since. */
  get isHung(): boolean {
    return this.#hungUntil > this.#clock.monotonic();
  }

  rest(because: RpcFault['kind']): void {
    const nowMs = this.#clock.monotonic();
    if (because === 'timeout') this.#hungUntil = nowMs + hungMs;
    this.#restsUntil = Math.max(nowMs + restMs, this.#hungUntil);
  }

  wake(): void {
    this.#restsUntil = 0;
    this.#hungUntil = 0;
  }

  /**
   * Answers in the order of the calls, which travel in one request if they fit. Throws `RpcFault`.
   */
  async ask<const Calls extends readonly RpcCall<unknown>[]>(
    calls: Calls,
  ): Promise<AnswersOf<Calls>> {
    // CAST: nothing asked, nothing answered.
    if (calls.length === 0) return [] as unknown as AnswersOf<Calls>;
    if (this.#waiting.length === 0)
      setImmediate(() => {
        this.#send();
      });

    const answers = new Array<unknown>(calls.length);
    await new Promise<void>((done, fail) => {
      let left = calls.length;
      const group = {};
      this.#waiting.push(
        calls.map((call, index) => ({
          call,
          group,
          fail,
          answer(answer: NodeAnswer) {
            answers[index] = readAnswer(call, answer);
            left -= 1;
            if (left === 0) done();
          },
        })),
      );
    });
    return answers as unknown as AnswersOf<Calls>; // CAST: each place was filled by its call's own reader.
  }

  #send(): void {
    const groups = this.#waiting;
    this.#waiting = [];
    for (const batch of packBatches(groups, this.#maxBatch)) void this.#sendBatch(batch);
  }

  async #sendBatch(batch: readonly Question[]): Promise<void> {
    try {
      if (!this.#isIdentified) await this.#identify();
      const { calls, places } = sharedCalls(batch);
      const answers = await this.#exchange(calls);
      batch.forEach((question, index) => {
        give(question, answers[places[index] ?? -1]);
      });
    } catch (error) {
      for (const question of batch) question.fail(error);
    }
  }

  get #isIdentified(): boolean {
    return this.#identity === 'right' && this.#identifiedAgoMs < identifiedForMs;
  }

  get #identifiedAgoMs(): number {
    return this.#clock.monotonic() - this.#identifiedMs;
  }

  #identify(): Promise<void> {
    // Uses a separate timer: every refusal is a fault, which would extend the node's rest.
    if (this.#identity === 'wrong' && this.#identifiedAgoMs < restMs) throw wrongChain();
    this.#asked ??= this.#exchange([chainIdCall])
      .then(([answer]) => {
        const isRight =
          answer !== undefined && readAnswer(chainIdCall, answer) === BigInt(this.#chainId);
        this.#identity = isRight ? 'right' : 'wrong';
        this.#identifiedMs = this.#clock.monotonic();
        if (isRight) return;
        this.rest('wrong-chain');
        throw wrongChain();
      })
      .finally(() => {
        this.#asked = null;
      });
    return this.#asked;
  }

  async #exchange(
    calls: readonly RpcCall<unknown>[],
    isLarge = false,
  ): Promise<readonly NodeAnswer[]> {
    const firstId = this.#nextId;
    this.#nextId += calls.length;
    const requests = calls.map(({ method, params }, index) => ({
      jsonrpc: '2.0',
      id: firstId + index,
      method,
      params,
    }));
    try {
      const body = await this.#transport.post(
        JSON.stringify(requests.length === 1 ? requests[0] : requests),
        isLarge,
      );
      return readReplies(body, firstId, calls.length);
    } catch (error) {
      if (!(error instanceof RpcFault && error.kind === 'too-large')) throw error;
      if (calls.length === 1)
        return calls[0]?.isSizedByGas === true && !isLarge
          ? await this.#exchange(calls, true)
          : [{ kind: 'too-large' }];
      // One large answer must not cost the other calls theirs. Calls stay in order, because a node
      // works in order.
      const half = calls.length >> 1;
      const front = await this.#exchange(calls.slice(0, half));
      return [...front, ...(await this.#exchange(calls.slice(half)))];
    }
  }
}

const chainIdCall: RpcCall<bigint> = { method: 'eth_chainId', params: [], read: readQuantity };

// An unreadable answer to one call must not fail the others in its request.
function give(question: Question, answer: NodeAnswer | undefined): void {
  try {
    if (answer === undefined) throw new RpcFault('garbage', 'a call was left unanswered');
    question.answer(answer);
  } catch (error) {
    question.fail(error);
  }
}

function wrongChain(): RpcFault {
  return new RpcFault('wrong-chain', 'the node serves another chain');
}

/**
 * Packs groups, in order, into JSON-RPC batches of at most `size` calls. A group is split only if
 * it is larger than that.
 */
export function packBatches<T>(groups: readonly (readonly T[])[], size: number): T[][] {
  const batches: T[][] = [];
  let open: T[] = [];
  for (const group of groups) {
    if (open.length > 0 && open.length + group.length > size) {
      batches.push(open);
      open = [];
    }
    for (const item of group) {
      if (open.length === size) {
        batches.push(open);
        open = [];
      }
      open.push(item);
    }
  }
  if (open.length > 0) batches.push(open);
  return batches;
}
