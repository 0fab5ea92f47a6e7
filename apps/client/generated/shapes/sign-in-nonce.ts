// Written by `npm run client:types` from the service's OpenAPI document.

export type SignInNonce = {
  /** For one message. */
  readonly nonce: string;
  /** What the message names as its domain, with the port. */
  readonly domain: string;
  /** What the message names as its URI, or a path below it. */
  readonly uri: string;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
};
