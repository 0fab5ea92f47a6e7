// Written by `npm run client:types` from the service's OpenAPI document.

export type MembershipLinkQuery = {
  /** The other side: the vault, or the wallet. */
  readonly wallet: string;
};
