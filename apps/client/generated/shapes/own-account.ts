// Written by `npm run client:types` from the service's OpenAPI document.

export type OwnAccount = {
  readonly address: string;
  readonly chainId: number;
  /** Of the first sign-in, from which on events are kept. */
  readonly since: number;
  readonly open: number;
  readonly done: number;
  readonly failed: number;
  /** Refunds that are held, the newest hundred. */
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
  /** Free transfers of today by all its NFTs and those of its vaults. */
  readonly membership: {
    readonly member: boolean;
    readonly used: number;
    readonly left: number;
  };
  /** That may act now. */
  readonly agents: number;
  /** That are neither revoked nor over. */
  readonly mandates: number;
};
