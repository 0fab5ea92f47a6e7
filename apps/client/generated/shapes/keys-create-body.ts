// Written by `npm run client:types` from the service's OpenAPI document.

export type KeysCreateBody = {
  /** Your own name for the key. */
  readonly label?: string;
  /** How many days it is good for, 1 to 3650; without it the key has no end. */
  readonly expiresInDays?: number;
};
