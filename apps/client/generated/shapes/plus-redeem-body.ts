// Written by `npm run client:types` from the service's OpenAPI document.

export type PlusRedeemBody = {
  /** 108 bytes in base64. */
  readonly preparedMsg: string;
  /** 256 bytes in base64. */
  readonly sig: string;
};
