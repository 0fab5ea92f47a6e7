// Written by `npm run client:types` from the service's OpenAPI document.

export type PrimitiveCancelled = {
  readonly id: string;
  readonly status: 'cancelled';
};
