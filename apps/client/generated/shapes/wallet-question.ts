// Written by `npm run client:types` from the service's OpenAPI document.

export type WalletQuestion = {
  /** What the wallet signs, to the letter (EIP-191). */
  readonly message: string;
  /** Until when it is good, in ms. */
  readonly expiresAt: number;
  readonly note: string;
};
