// Written by `npm run client:types` from the service's OpenAPI document.

export type OwnAccount = {
  readonly address: string;
  readonly chainId: number;
  /** The first sign-in, since when events are kept. */
  readonly since: number;
  readonly open: number;
  readonly done: number;
  readonly failed: number;
  /** Held refunds, the newest hundred. */
  readonly owed: readonly ({
    /** EVM chain id, or a node's name. */
    readonly chainId: number | string;
    /** Contract address, or "native". */
    readonly token: string;
    /** Smallest units, digits. */
    readonly amount: string;
    readonly routeId: string;
  })[];
  readonly limits: {
    readonly hooks: {
      readonly most: number;
      readonly used: number;
    };
  };
  /** Today's free transfers of all its NFTs and those of its vaults. */
  readonly membership: {
    readonly member: boolean;
    readonly used: number;
    readonly left: number;
  };
  /** Agents that may act now. */
  readonly agents: number;
  /** Mandates that are neither revoked nor expired. */
  readonly mandates: number;
};
