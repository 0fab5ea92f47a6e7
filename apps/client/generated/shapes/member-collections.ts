// Written by `npm run client:types` from the service's OpenAPI document.

export type MemberCollections = {
  readonly items: readonly {
    /** EVM chain id. */
    readonly chainId: number;
    readonly address: string;
    readonly standard: 'ERC-721';
    readonly name: string;
    /** Transfers of the micro tier that each of its NFTs has free of charge a day. */
    readonly budgetPerDay: number;
    /** How long an owner must have held one; in any case until it is final. */
    readonly minHeldSeconds: number;
  }[];
};
