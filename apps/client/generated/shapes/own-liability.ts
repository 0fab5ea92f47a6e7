// Written by `npm run client:types` from the service's OpenAPI document.

export type OwnLiability = {
  /** A UTC day such as 2026-11-23. */
  readonly epoch: string;
  /** An EVM chain id such as 8453, or a node's name such as "stellar". */
  readonly chain: number | string;
  readonly token: string;
  /** What is owed for the route, in smallest units. */
  readonly amount: string;
  /** 32 bytes in hex. */
  readonly salt: string;
  readonly place: number;
  /** Siblings from the lowest up, to the sumTree of that asset. */
  readonly path: readonly {
    readonly hash: string;
    readonly sum: string;
  }[];
};
