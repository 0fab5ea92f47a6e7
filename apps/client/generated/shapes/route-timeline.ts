// Written by `npm run client:types` from the service's OpenAPI document.

export type RouteTimeline = {
  readonly id: string;
  /** Epoch milliseconds, by the service's clock. */
  readonly now: number;
  /** Epoch milliseconds. */
  readonly acceptedAt: number;
  /** Epoch milliseconds; null until it has ended. */
  readonly endedAt: number | null;
  /** Of both tokens' smallest units. */
  readonly decimals: {
    readonly from: number;
    readonly to: number;
  };
  readonly steps: readonly ({
    /** Allowance: Permit2 may take the token from now on; pull: the payer's money comes in; approve, call: an engine is paid; payout, refund: money leaves to the recipient, or back to the payer. */
    readonly what: 'allowance' | 'pull' | 'approve' | 'call' | 'payout' | 'refund' | 'other';
    /** EVM chain id, or a node's name. */
    readonly chain: number | string;
    /** A transaction's hash; null while there is none. */
    readonly tx: string | null;
    /** Mined: it is in a block and did what it was for. */
    readonly state: 'open' | 'mined' | 'reverted' | 'filled' | 'displaced';
    /** Epoch milliseconds; of a payout, a refund or a call: what came before it was confirmed then. */
    readonly begunAt: number;
    /** Epoch milliseconds; null before it was sent, and once the route is archived. */
    readonly sentAt: number | null;
    /** Null while it is in no block. */
    readonly block: number | null;
    /** How many signed forms of it there are; above 1 its fee was raised. */
    readonly sends: number;
    /** How often a reorg took it out of a block. */
    readonly reorgs: number;
  })[];
};
