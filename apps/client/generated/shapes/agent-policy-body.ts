// Written by `npm run client:types` from the service's OpenAPI document.

export type AgentPolicyBody = {
  /** The most that one route may be worth, in cents. */
  readonly maxPerRoute: string;
  /** The same of all routes of a day of UTC. */
  readonly maxPerDay: string;
  /** Symbols of the service's list, or eip155:8453/0x…; of both ends. Left out: none; ["*"]: all. */
  readonly tokens?: readonly string[];
  /** As fromChain names them; of both ends. Left out: none; ["*"]: all. */
  readonly chains?: readonly (number | string)[];
  /** Addresses that may be paid; with a memo as G…?memo=id:42, and then with no other. Left out: none; ["*"]: all. */
  readonly recipients?: readonly string[];
  /** What is worth more waits for the owner; null or left out: nothing does. */
  readonly approveAbove?: string | null;
  /** A time in the future, in epoch milliseconds. */
  readonly expiresAt: number;
};
