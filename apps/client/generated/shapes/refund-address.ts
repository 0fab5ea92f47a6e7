// Written by `npm run client:types` from the service's OpenAPI document.

export type RefundAddress = {
  readonly id: string;
  readonly refundAddress: string;
};
