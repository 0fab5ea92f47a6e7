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
    /** In wei; null where the config has none. */
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
    readonly usedWei: string;
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
};
