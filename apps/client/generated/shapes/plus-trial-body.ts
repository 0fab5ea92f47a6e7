// Written by `npm run client:types` from the service's OpenAPI document.

export type PlusTrialBody = {
  /** Blinded messages in base64, 115 at most for the size of the body. */
  readonly blinded: readonly string[];
};
