// Written by `npm run client:types` from the service's OpenAPI document.

export type FacilitatorVerdict = {
  readonly isValid: boolean;
  /** In the words of x402. */
  readonly invalidReason?: string;
  readonly invalidMessage?: string;
  /** Who signed. */
  readonly payer?: string;
};
