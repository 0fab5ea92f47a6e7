// Written by `npm run client:types` from the service's OpenAPI document.

export type A2aAnswer = {
  readonly jsonrpc: '2.0';
  readonly id?: string | number | null;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: {
    readonly code: number;
    readonly message: string;
    readonly [other: string]: unknown;
  };
  readonly [other: string]: unknown;
};
