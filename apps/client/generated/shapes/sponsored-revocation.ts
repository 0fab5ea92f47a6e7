// Written by `npm run client:types` from the service's OpenAPI document.

import type { SponsoredCall } from './sponsored-call.ts';

export type SponsoredRevocation = {
  /** EVM chain id, or a node's name. */
  readonly chainId: number | string;
  /** EIP-55 address. */
  readonly account: string;
  /** To be signed and sent here. */
  readonly authorization?: {
    readonly chainId: number;
    /** The code that the account gets. */
    readonly address: string;
    /** The account's next. */
    readonly nonce: number;
  };
  /** Once it was sent. */
  readonly call?: SponsoredCall;
};
