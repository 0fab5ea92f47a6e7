// Written by `npm run client:types` from the service's OpenAPI document.

export type Attention = {
  /** Those that wait longest first. */
  readonly routes: readonly ({
    readonly id: string;
    readonly stage: string;
    /** Epoch milliseconds. */
    readonly since: number;
    /** Why its refund is held, with the code; null elsewhere. */
    readonly reason: string | null;
    /** In words, for a person. */
    readonly whatToDo: string;
  })[];
  /** Accounts of ours that send nothing. */
  readonly accounts: readonly ({
    /** EVM chain id, or a node's name. */
    readonly chain: number | string;
    /** Spender pulls and calls rails, float pays out. */
    readonly role: 'spender' | 'float';
    readonly reason: string;
    /** In words, for a person. */
    readonly whatToDo: string;
  })[];
  /** Slots that something consumed, where no nodes have shown for 15 minutes what; the blocks that must hold it. */
  readonly slots: readonly ({
    /** EVM chain id, or a node's name. */
    readonly chain: number | string;
    /** Spender pulls and calls rails, float pays out. */
    readonly role: 'spender' | 'float';
    /** Of the account; on EVM chains the nonce. */
    readonly slot: string;
    readonly reason: string;
    readonly fromBlock: number | null;
    readonly toBlock: number | null;
    /** Epoch milliseconds. */
    readonly since: number;
    /** Epoch milliseconds. */
    readonly lastLook: number;
    /** In words, for a person. */
    readonly whatToDo: string;
  })[];
  /** Transactions of ours on a chain that a store which went back in time cannot give to any route. */
  readonly transactions: readonly ({
    /** Pull: a payer's money came to us; payment: ours went to somebody; call: anything else; unread: no node showed it. */
    readonly kind: 'pull' | 'payment' | 'call' | 'unread';
    /** EVM chain id, or a node's name. */
    readonly chain: number | string;
    /** Spender pulls and calls rails, float pays out. */
    readonly role: 'spender' | 'float';
    /** Its nonce. */
    readonly slot: number;
    readonly hash: string | null;
    readonly block: number | null;
    /** Epoch milliseconds, of its block. */
    readonly at: number;
    readonly moved: readonly {
      readonly token: string;
      /** EIP-55 address. */
      readonly from: string;
      /** EIP-55 address. */
      readonly to: string;
      /** Smallest units, digits. */
      readonly amount: string;
    }[];
    /** The permit that it redeemed; its owner is the payer. */
    readonly permit: {
      /** EIP-55 address. */
      readonly owner: string;
      readonly nonce: string;
    } | null;
    /** In words, for a person. */
    readonly whatToDo: string;
  })[];
};
