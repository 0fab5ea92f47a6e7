// Written by `npm run client:types` from the service's OpenAPI document.

export type FacilitatorSettlement = {
  readonly success: boolean;
  /** The transaction that moved the money; empty where none does. */
  readonly transaction: string;
  readonly network: string;
  /** Who signed. */
  readonly payer?: string;
  /** Smallest units, digits. */
  readonly amount?: string;
  /** In the words of x402; `permit2_invalid_nonce` also where a stranger made the payment from inside another contract. */
  readonly errorReason?: string;
  readonly errorMessage?: string;
  /** The id of the payment, for GET /api/payments/{id}; left out where nothing was stored. */
  readonly extra?: {
    readonly id: string;
  };
};
