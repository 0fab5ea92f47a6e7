// Written by `npm run client:types` from the service's OpenAPI document.

export type AgentPolicyBody = {
  /** The most that one route may be worth, in US cents. */
  readonly maxPerRoute: string;
  /** The most that all routes of one UTC day may be worth, in US cents. */
  readonly maxPerDay: string;
  /** Symbols of the service's list, or eip155:8453/0x…; of both ends. Left out: none; ["*"]: all. */
  readonly tokens?: readonly string[];
  /** As fromChain names them; of both ends. Left out: none; ["*"]: all. */
  readonly chains?: readonly (number | string)[];
  /** Addresses that may be paid; with a memo as G…?memo=id:42, and then with no other. Left out: none; ["*"]: all. */
  readonly recipients?: readonly string[];
  /** Transfers worth more wait for the owner to approve them; null or left out: none do. */
  readonly approveAbove?: string | null;
  /** The most slippage that a route may accept, a fraction from 0 to 0.5; left out: the service's default, 0.005. */
  readonly maxSlippage?: number;
  /** A time in the future, in epoch milliseconds. */
  readonly expiresAt: number;
};
