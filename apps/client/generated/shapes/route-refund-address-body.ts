// Written by `npm run client:types` from the service's OpenAPI document.

export type RouteRefundAddressBody = {
  readonly id: string;
  readonly refundClaim: string;
  readonly refundAddress: string;
};
