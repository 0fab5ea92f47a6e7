// Written by `npm run client:types` from the service's OpenAPI document.

export type MandateChallenge = {
  /** Good for one presentation. */
  readonly nonce: string;
  /** Whom the presentation must be bound to. */
  readonly aud: string;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
};
