// Written by `npm run client:types` from the service's OpenAPI document.

export type KeysCreateBody = {
  /** Your own name for the key. */
  readonly label?: string;
};
