// Written by `npm run client:types` from the service's OpenAPI document.

export type PlusClaimBody = {
  readonly invoiceId: string;
  /** The transaction that paid; what came is seen without it too. */
  readonly txHash?: string;
  /** Blinded messages in base64. */
  readonly blinded: readonly string[];
  /** The key that they are blinded for; refused where another one signs. */
  readonly seq?: number;
};
