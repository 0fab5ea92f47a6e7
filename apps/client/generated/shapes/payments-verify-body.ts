// Written by `npm run client:types` from the service's OpenAPI document.

export type PaymentsVerifyBody = {
  /** 2. */
  readonly x402Version: number;
  /** As the client sent it in `PAYMENT-SIGNATURE`, decoded. */
  readonly paymentPayload: Readonly<Record<string, unknown>>;
  /** The requirements of the seller that the client accepted. */
  readonly paymentRequirements: Readonly<Record<string, unknown>>;
};
