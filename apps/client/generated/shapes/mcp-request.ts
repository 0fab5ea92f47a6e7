// Written by `npm run client:types` from the service's OpenAPI document.

export type McpRequest = {
  readonly jsonrpc: '2.0';
  /** Left out in a notification, which is answered by 202. */
  readonly id?: string | number;
  readonly method: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly [other: string]: unknown;
};
