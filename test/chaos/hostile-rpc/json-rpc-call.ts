/** One JSON-RPC call as its client wrote it. */
export interface AskedCall {
  readonly jsonrpc?: string;
  readonly id: number | string;
  readonly method: string;
  readonly params?: readonly unknown[];
}

export interface Reply {
  readonly jsonrpc: '2.0';
  readonly id: number | string;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}

export function replyWith(call: AskedCall, result: unknown): Reply {
  return { jsonrpc: '2.0', id: call.id, result };
}

export function refusalOf(call: AskedCall, code: number, message: string): Reply {
  return { jsonrpc: '2.0', id: call.id, error: { code, message } };
}

/** A field of a block, receipt or transaction, where it is a height. */
export function heightIn(result: unknown, field: 'number' | 'blockNumber'): number | null {
  if (typeof result !== 'object' || result === null) return null;
  const value: unknown = Reflect.get(result, field);
  return typeof value === 'string' ? Number(value) : null;
}

export function heightWord(height: number): string {
  return `0x${height.toString(16)}`;
}
