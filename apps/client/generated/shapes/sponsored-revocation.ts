// Written by `npm run client:types` from the service's OpenAPI document.

import type { SponsoredCall } from './sponsored-call.ts';

export type SponsoredRevocation = {
  /** EVM chain id, or a node's name. */
  readonly chainId: number | string;
  /** EIP-55 address. */
  readonly account: string;
  /** Sign it and send it here. */
  readonly authorization?: {
    readonly chainId: number;
    /** The code that the account gets. */
    readonly address: string;
    /** The account's next nonce. */
    readonly nonce: number;
  };
  /** Once it is sent. */
  readonly call?: SponsoredCall;
};
