import type { Hex } from '@interline/kernel';
import { RpcFault } from './rpc-fault.ts';

/** One JSON-RPC call and how its answer is read. */
export interface RpcCall<T> {
  readonly method: string;
  readonly params: readonly unknown[];
  /** Throws `RpcFault` on anything that is not of the method's shape. */
  read(result: unknown): T;
  /** What an error answer means; without it every error is a fault of the node. */
  readError?(error: NodeError): T;
}

/** What the node said, for classification only: it never leaves the adapter. */
export interface NodeError {
  readonly code: number;
  readonly message: string;
  /** Revert data, where the node gave some. */
  readonly data: Hex | null;
}

/** The answer types of a list of calls, position by position. */
export type AnswersOf<Calls extends readonly RpcCall<unknown>[]> = {
  [K in keyof Calls]: Calls[K] extends RpcCall<infer T> ? T : never;
};

export type NodeAnswer =
  | { readonly kind: 'result'; readonly result: unknown }
  | { readonly kind: 'error'; readonly error: NodeError };

export function readAnswer<T>(call: RpcCall<T>, answer: NodeAnswer): T {
  if (answer.kind === 'result') return call.read(answer.result);
  if (call.readError !== undefined) return call.readError(answer.error);
  throw new RpcFault('error-answer', `${call.method} was answered with error ${answer.error.code}`);
}
