import type { Hex } from '@interline/kernel';
import { readList, readRecord } from './read-fields.ts';
import { garbage, RpcFault } from './rpc-fault.ts';

/** One JSON-RPC call and the reader of its response. */
export interface RpcCall<T> {
  readonly method: string;
  readonly params: readonly unknown[];
  /** Throws `RpcFault` on a response without the method's shape. */
  read(result: unknown): T;
  /** Interprets an error; without it, every error is a fault of the node. */
  readError?(error: NodeError): T;
  /**
   * Callers that ask the same in the same request may share an answer, which may be a moment older.
   */
  readonly isShared?: true;
  /**
   * The code that it runs decides the size of the response. A response that is too large means that
   * this code failed; it is not a fault of the node.
   */
  readonly isSizedByCode?: true;
  /**
   * The answer's size depends on code of strangers, within the gas of a mined transaction. It must
   * be read, so an answer that is too large is requested once more by itself.
   */
  readonly isSizedByGas?: true;
}

/** A call whose errors are meaningful. */
export type ExplainedCall<T> = RpcCall<T> & Required<Pick<RpcCall<T>, 'readError'>>;

/** The node's error. Used for classification only; it never leaves the adapter. */
export interface NodeError {
  readonly code: number;
  readonly message: string;
  /** Revert data, if the node returned any. */
  readonly data: Hex | null;
}

/** The answer types of a list of calls, by position. */
export type AnswersOf<Calls extends readonly RpcCall<unknown>[]> = {
  [K in keyof Calls]: Calls[K] extends RpcCall<infer T> ? T : never;
};

export type NodeAnswer =
  | { readonly kind: 'result'; readonly result: unknown }
  | { readonly kind: 'error'; readonly error: NodeError }
  | { readonly kind: 'too-large' };

export function readAnswer<T>(call: RpcCall<T>, answer: NodeAnswer): T {
  if (answer.kind === 'result') return call.read(answer.result);
  if (answer.kind === 'too-large') {
    if (call.isSizedByCode === true && call.readError !== undefined)
      return call.readError(failedExecution);
    throw new RpcFault('too-large', 'the node answered with too many bytes');
  }
  if (call.readError !== undefined) return call.readError(answer.error);
  throw new RpcFault('error-answer', `${call.method} was answered with error ${answer.error.code}`);
}

/** A node's answer where code reverts, without the revert data. */
export const failedExecution: NodeError = { code: 3, message: 'execution reverted', data: null };

const bytes = /^0x(?:[0-9a-fA-F]{2})*$/;

/**
 * The answers to the calls `firstId`, `firstId + 1`, ... in that order. Every id must have exactly
 * one result or error; an unknown id invalidates the whole response.
 */
export function readReplies(body: unknown, firstId: number, count: number): readonly NodeAnswer[] {
  // The response to a single call is not a list.
  const replies = count === 1 ? [body] : readList(body);
  if (replies.length !== count) throw garbage(`${count} calls got ${replies.length} replies`);

  const answers: NodeAnswer[] = [];
  for (const reply of replies) {
    const record = readRecord(reply);
    const place = typeof record.id === 'number' ? record.id - firstId : -1;
    if (!Number.isInteger(place) || place < 0 || place >= count || answers[place] !== undefined) {
      throw garbage('a reply has an id that was not asked');
    }
    answers[place] = readOne(record);
  }
  return answers;
}

function readOne(reply: Readonly<Record<string, unknown>>): NodeAnswer {
  const isError = reply.error !== undefined && reply.error !== null;
  if (isError) return { kind: 'error', error: readNodeError(reply.error) };
  if (reply.result === undefined) throw garbage('a reply has neither result nor error');
  return { kind: 'result', result: reply.result };
}

function readNodeError(value: unknown): NodeError {
  const { code, message, data } = readRecord(value);
  if (typeof code !== 'number' || typeof message !== 'string')
    throw garbage('an error has no code or message');
  return {
    code,
    message: message.slice(0, 500),
    data: typeof data === 'string' && bytes.test(data) ? (data as Hex) : null,
  };
}
