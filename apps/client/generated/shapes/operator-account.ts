// Written by `npm run client:types` from the service's OpenAPI document.

export type OperatorAccount = {
  /** EVM chain id, or a node's name. */
  readonly chain: number | string;
  /** Spender pulls and calls rails, float pays out. */
  readonly role: 'spender' | 'float';
  /** EIP-55 address. */
  readonly address: string;
  /** By the store; null for an account it has never used. */
  readonly nextSlot: number | null;
  /** By the chain, with what waits in the node's pool; null where the chain is silent. */
  readonly chainSlots: number | null;
  /** Of keys that were rotated out. */
  readonly former: boolean;
  /** Transactions whose end is not known yet. */
  readonly inFlight: number;
  /** When the oldest of them was committed. */
  readonly oldest: number | null;
  /** Why it sends nothing; null where it runs. */
  readonly stopped: string | null;
  /** Its transactions that no higher fee can help below the cap. */
  readonly stuck: readonly {
    readonly transactionId: string;
    readonly slot: number;
    readonly reason: string;
  }[];
  /** That its coin does not pay for its next transaction, how many routes wait for it, and what to do; null where it does, and where the account alone was asked for. */
  readonly lacksCoin: string | null;
};
