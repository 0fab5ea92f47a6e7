// Written by `npm run client:types` from the service's OpenAPI document.

export type McpError = {
  readonly jsonrpc: '2.0';
  readonly id?: string | number | null;
  readonly error: {
    readonly code: number;
    readonly message: string;
    readonly [other: string]: unknown;
  };
  readonly [other: string]: unknown;
};
