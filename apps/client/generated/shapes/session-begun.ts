// Written by `npm run client:types` from the service's OpenAPI document.

export type SessionBegun = {
  /** Shown only this once; send it as Authorization: Bearer. */
  readonly token: string;
  readonly address: string;
  /** The chain that the message names; a wallet that is a contract sees only the routes from that chain. */
  readonly chainId: number;
  readonly scopes: readonly ('account.read' | 'hooks' | 'agents' | 'mandates')[];
  /** Epoch milliseconds. */
  readonly expiresAt: number;
};
