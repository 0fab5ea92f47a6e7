// Written by `npm run client:types` from the service's OpenAPI document.

export type A2aError = {
  readonly error: {
    readonly code: number;
    readonly status: string;
    readonly message: string;
    readonly details: readonly (Readonly<Record<string, unknown>>)[];
    readonly [other: string]: unknown;
  };
  readonly [other: string]: unknown;
};
