// Written by `npm run client:types` from the service's OpenAPI document.

export type AgentApproval = {
  readonly id: string;
  readonly agentId: string;
  /** Approved: the same body is accepted once, and the state is then used. */
  readonly state: 'asked' | 'approved' | 'denied' | 'used';
  /** What the transfer was worth when it was asked for. */
  readonly cents: string;
  /** The transfer: chains, tokens, recipient, amount and minOut in smallest units with their decimals, and both written out as sends and receivesAtLeast. */
  readonly about: Readonly<Record<string, string | number | null>>;
  /** Epoch milliseconds. */
  readonly asked: number;
  readonly decided: number | null;
};
