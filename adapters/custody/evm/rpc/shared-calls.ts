import type { RpcCall } from './json-rpc.ts';

interface Asked {
  readonly call: RpcCall<unknown>;
  /** Calls requested together; they are sent in that order. */
  readonly group: object;
}

interface SharedCalls {
  /** The calls to send. */
  readonly calls: readonly RpcCall<unknown>[];
  /** For each requested call, the index of the sent call that answers it. */
  readonly places: readonly number[];
}

/**
 * Routes that are prepared at the same time ask for the same head, the same count of transactions
 * and the same balance of our account: one request contains each of them once. A node works through
 * a request from its front, so no caller gets an answer that is older than its earlier ones.
 */
export function sharedCalls(asked: readonly Asked[]): SharedCalls {
  const calls: RpcCall<unknown>[] = [];
  const placeOf = new Map<string, number>();
  const lastOf = new Map<object, number>();
  const places = asked.map(({ call, group }) => {
    const key = call.isShared === true ? `${call.method} ${JSON.stringify(call.params)}` : null;
    const known = key === null ? undefined : placeOf.get(key);
    const place =
      known !== undefined && known > (lastOf.get(group) ?? -1) ? known : calls.push(call) - 1;
    if (key !== null) placeOf.set(key, place);
    lastOf.set(group, place);
    return place;
  });
  return { calls, places };
}
