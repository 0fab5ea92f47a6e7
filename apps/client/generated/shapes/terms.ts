// Written by `npm run client:types` from the service's OpenAPI document.

export type Terms = {
  readonly versions: {
    readonly interface: string;
    readonly rails: readonly {
      readonly rail: string;
      readonly version: string;
      readonly api: string;
    }[];
  };
  readonly fees: {
    /** The service's standard charge on what is moved. */
    readonly standardBps: number;
    /** From which effective fee on a comparison warns, in percent. */
    readonly guardPct: number;
  };
  readonly rails: readonly ({
    readonly rail: string;
    readonly title: string;
    readonly ways: readonly string[];
    /** Opt-in: only with live: true. */
    readonly broadcast: 'by-default' | 'opt-in';
    /** Who keeps to minOut: the service itself, or the engine it is passed on to. */
    readonly minOut: 'enforced' | 'passed-on';
    readonly simulated: boolean;
    /** It prices lanes and settles none; live and minOut do not apply. */
    readonly quoteOnly: boolean;
  })[];
  /** Small transfers that are free or cost a fraction of a cent, and where. */
  readonly microTiers: readonly ({
    readonly rail: string;
    readonly leastUsd: string;
    readonly mostUsd: string;
    readonly destinations: readonly (number | string)[];
    readonly subsidy: {
      readonly perTransferUsd: string;
      /** On each destination; whole again at midnight UTC. */
      readonly perDayUsd: string;
    };
  })[];
  /** How far apart the prices of two tokens of one asset may lie for one to be paid out for the other. */
  readonly parBandPct: number;
  readonly limits: {
    readonly requests: readonly {
      readonly method: string;
      readonly path: string;
      readonly name: string;
      readonly requests: number;
      readonly perSeconds: number;
    }[];
    readonly bodyBytes: number;
    /** How many times more a request with a key may ask. */
    readonly keyFactor: number;
    readonly recent: {
      readonly standard: 25;
      readonly most: 100;
    };
    readonly slippage: {
      readonly standard: number;
      readonly most: number;
    };
    /** What may be left until a permit's deadline, by chain time. */
    readonly permitSeconds: {
      readonly suggested: number;
      readonly least: number;
      readonly most: number;
    };
    /** Value of accepted, unmined pulls on one chain. */
    readonly maxOpenPullsUsd: number;
    /** The same of one client or payer, so also of a single transfer. */
    readonly maxOpenPullsOfOneUsd: number;
  };
  readonly finality: readonly ({
    /** EVM chain id, or a node's name. */
    readonly chain: number | string;
    readonly name: string;
    readonly tiers: readonly {
      readonly upToUsd: number;
      readonly confirmations: number;
    }[];
    /** Above the last tier. */
    readonly confirmations: number;
    /** Until this depth a mined transaction is watched for reorgs. */
    readonly finalDepth: number;
  })[];
  readonly refunds: {
    readonly errorCode: string;
    readonly meaning: string;
    readonly suggestedAction: string;
    readonly retrySeconds: number;
  };
  /** What becomes of a deposit that is not the agreed one; null where no lane starts with a deposit. */
  readonly deposits: {
    readonly lockSeconds: number;
    readonly expireSeconds: number;
    readonly unpaidOfOneClient: number;
    readonly more: string;
    readonly less: string;
    readonly second: string;
    readonly late: string;
    readonly unpaid: string;
  } | null;
  readonly quoteOnly: readonly ({
    readonly node: string;
    readonly side: 'source' | 'destination';
    readonly quotable: boolean;
    readonly reason: string;
  })[];
  readonly privacy: {
    readonly recentRoutes: {
      readonly shows: readonly string[];
      /** Below: whole tokens. */
      readonly sizes: readonly ({
        readonly words: string;
        /** Where the next step begins; null for the last one. */
        readonly below: string | null;
      })[];
      /** Below: seconds. */
      readonly ages: readonly ({
        readonly words: string;
        /** Where the next step begins; null for the last one. */
        readonly below: string | null;
      })[];
    };
  };
};
