// Written by `npm run client:types` from the service's OpenAPI document.

export type MembershipQuery = {
  /** The wallet that pays. */
  readonly address: string;
  /** One collection; all when left out. */
  readonly collection?: string;
};
