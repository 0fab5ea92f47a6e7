// Written by `npm run client:types` from the service's OpenAPI document.

export type A2aRequest = {
  readonly jsonrpc: '2.0';
  /** Named again in the answer. */
  readonly id?: string | number;
  readonly method: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly [other: string]: unknown;
};
