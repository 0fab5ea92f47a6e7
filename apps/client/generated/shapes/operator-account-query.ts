// Written by `npm run client:types` from the service's OpenAPI document.

export type OperatorAccountQuery = {
  readonly chain: string;
  /** Spender pulls and calls rails, float pays out. */
  readonly role: 'spender' | 'float';
};
