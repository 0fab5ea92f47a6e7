// Written by `npm run client:types` from the service's OpenAPI document.

export type AccountHookTested = {
  /** Of the event that is sent. */
  readonly seq: number;
};
