// Written by `npm run client:types` from the service's OpenAPI document.

export type Status = {
  readonly status: 'operational' | 'degraded' | 'down' | 'unknown';
  /** Epoch milliseconds. */
  readonly ts: number;
  readonly nodes: {
    readonly up: number;
    readonly total: number;
    readonly evm: readonly {
      readonly chainId: number;
      readonly name: string;
      readonly up: boolean;
    }[];
    readonly nonEvm: readonly {
      readonly name: string;
      readonly up: boolean;
      /** What answers is no node of that chain, but behaves like one: a devnet. */
      readonly simulated?: true;
    }[];
  };
  readonly rails: readonly {
    readonly name: string;
    readonly up: boolean;
    /** Why it is not asked now, where it fares apart from its rail. */
    readonly reason?: string;
  }[];
  /** Lanes that can be executed now; null while unknown. */
  readonly routes: number | null;
  /** What accepts nothing new now, by the operator. */
  readonly switches: readonly ({
    /** Service, or a chain, token, lane, rail or engine, such as chain:8453. */
    readonly scope: string;
    readonly state: 'paused' | 'draining';
    /** Epoch milliseconds. */
    readonly since: number;
  })[];
  readonly endpoints: readonly {
    readonly name: string;
    readonly up: boolean;
  }[];
};
