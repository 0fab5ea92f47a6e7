// Written by `npm run client:types` from the service's OpenAPI document.

export type OperatorFloat = {
  readonly floats: readonly ({
    /** EVM chain id, or a node's name. */
    readonly chain: number | string;
    readonly token: string;
    readonly symbol: string;
    readonly decimals: number;
    /** By the last reading; null before the first. */
    readonly held: string | null;
    /** Of that reading. */
    readonly block: number | null;
    /** Held for routes, or on its way out since that block. */
    readonly reserved: string;
    /** Smallest units, digits. */
    readonly free: string;
    readonly target: string | null;
    readonly targetFrom: 'config' | 'order' | null;
    /** What is free in percent of the target, rounded down. */
    readonly sharePct: number | null;
    readonly alarm: 'below' | 'above' | null;
  })[];
  readonly gas: readonly ({
    /** EVM chain id, or a node's name. */
    readonly chain: number | string;
    readonly role: 'spender' | 'float';
    /** By the last reading; null before the first. */
    readonly held: string | null;
    /** Of that reading. */
    readonly block: number | null;
    /** Held for routes, or on its way out since that block. */
    readonly reserved: string;
    /** Smallest units, digits. */
    readonly free: string;
    /** In units of the coin; null where the config has none. */
    readonly alarmBelow: string | null;
    readonly alarm: 'below' | null;
  })[];
  /** Chains without gas in the books of that day are left out. */
  readonly gasUse: readonly ({
    /** EVM chain id, or a node's name. */
    readonly chain: number | string;
    /** The last whole UTC day. */
    readonly day: string;
    /** Smallest units, digits. */
    readonly used: string;
    /** For both accounts together, at that use. */
    readonly daysLeft: number;
  })[];
  /** Moves that would bring every float to its target, unpriced. */
  readonly suggestions: readonly ({
    readonly symbol: string;
    /** EVM chain id, or a node's name. */
    readonly from: number | string;
    /** EVM chain id, or a node's name. */
    readonly to: number | string;
    /** Smallest units, digits. */
    readonly units: string;
  })[];
  /** Keys that were rotated out; their accounts are drained once no route, transaction or block is waited for. */
  readonly former: readonly ({
    /** EIP-55 address. */
    readonly spender: string;
    /** EIP-55 address. */
    readonly float: string;
    /** That were begun with these keys and owe something, or are not final. */
    readonly routes: number;
    /** Their transactions that have not ended. */
    readonly open: number;
    /** The block from which on all that they sent there is final. */
    readonly finalAt: readonly ({
      /** EVM chain id, or a node's name. */
      readonly chain: number | string;
      readonly block: number;
    })[];
    /** By the last comparison of the chain with the books. */
    readonly holdings: readonly ({
      /** EVM chain id, or a node's name. */
      readonly chain: number | string;
      readonly role: 'spender' | 'float';
      readonly token: string;
      readonly symbol: string;
      /** Smallest units, digits. */
      readonly units: string;
      /** The same in tokens, with the symbol. */
      readonly amount: string;
      /** At which it was read. */
      readonly block: number;
    })[];
  })[];
};
