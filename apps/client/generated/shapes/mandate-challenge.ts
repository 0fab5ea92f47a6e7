// Written by `npm run client:types` from the service's OpenAPI document.

export type MandateChallenge = {
  /** Valid for one presentation. */
  readonly nonce: string;
  /** The audience that the presentation must name. */
  readonly aud: string;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
};
