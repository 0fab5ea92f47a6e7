// Written by `npm run client:types` from the service's OpenAPI document.

export type SessionBegun = {
  /** Shown this once; sent as Authorization: Bearer. */
  readonly token: string;
  readonly address: string;
  /** The chain that the message names; a wallet that is a contract is shown the routes from there alone. */
  readonly chainId: number;
  readonly scopes: readonly ('account.read' | 'hooks' | 'agents' | 'mandates')[];
  /** Epoch milliseconds. */
  readonly expiresAt: number;
};
