// Written by `npm run client:types` from the service's OpenAPI document.

export type AgentPolicy = {
  readonly maxPerRoute: string;
  readonly maxPerDay: string;
  readonly tokens: readonly string[];
  readonly chains: readonly (number | string)[];
  readonly recipients: readonly string[];
  readonly approveAbove: string | null;
  /** A fraction, as 0.005. */
  readonly maxSlippage: number;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
};
