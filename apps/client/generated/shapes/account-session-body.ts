// Written by `npm run client:types` from the service's OpenAPI document.

export type AccountSessionBody = {
  /** EIP-4361 to the last byte: issued now, expiring within a day, its scopes among the resources as urn:interline:scope:account.read. */
  readonly message: string;
  /** Of a key (EIP-191), or what the wallet's code takes (ERC-1271, ERC-6492) on the chain that the message names. */
  readonly signature: string;
};
