// Written by `npm run client:types` from the service's OpenAPI document.

export type FacilitatorVerdict = {
  readonly isValid: boolean;
  /** In the words of x402; `permit2_invalid_nonce` also where a stranger made the payment from inside another contract. */
  readonly invalidReason?: string;
  readonly invalidMessage?: string;
  /** Who signed. */
  readonly payer?: string;
};
