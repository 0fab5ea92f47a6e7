// Written by `npm run client:types` from the service's OpenAPI document.

export type PlusPayBody = {
  readonly invoiceId: string;
  readonly fromAddress: string;
  readonly signature: string;
};
