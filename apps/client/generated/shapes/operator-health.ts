// Written by `npm run client:types` from the service's OpenAPI document.

export type OperatorHealth = {
  readonly status: 'operational' | 'degraded' | 'down' | 'unknown';
  /** Why it is not operational, a clause each. */
  readonly reasons: readonly string[];
  readonly chains: readonly ({
    /** EVM chain id, or a node's name. */
    readonly chain: number | string;
    readonly up: boolean;
    /** As they were last read; none of a chain that does not tell them apart. */
    readonly nodes: readonly ({
      /** Its place in the config's list. */
      readonly number: number;
      /** Open: it is asked; behind: others are far ahead of it; resting: it failed just now. */
      readonly state: 'open' | 'behind' | 'resting';
    })[];
  })[];
  readonly engines: readonly ({
    readonly name: string;
    readonly up: boolean;
    /** Null where it fares as its rail. */
    readonly state: 'open' | 'resting' | 'paused' | 'used-up' | null;
    readonly reason: string | null;
    /** That its limit leaves for clients now; null where it has none. */
    readonly requestsLeft: number | null;
  })[];
  /** What the gas of reverted transactions may cost in a day; an engine's where some is spent. */
  readonly budgets: readonly ({
    /** EVM chain id, or a node's name. */
    readonly chain: number | string;
    readonly of: 'pulls' | 'payouts' | 'calls';
    /** Whose calls; null for the others. */
    readonly engine: string | null;
    /** Smallest units, digits. */
    readonly spent: string;
    /** In the chain's coin; from it on nothing of the kind starts that UTC day. */
    readonly limit: string;
  })[];
};
