// Written by `npm run client:types` from the service's OpenAPI document.

import type { AgentPolicy } from './agent-policy.ts';

export type AgentSheet = {
  readonly id: string;
  /** The thumbprint of its key (RFC 7638). */
  readonly keyid: string;
  readonly name: string;
  readonly policy: AgentPolicy;
  readonly state: 'active' | 'frozen';
  /** Epoch milliseconds. */
  readonly created: number;
  /** Of maxPerDay, in cents; a route that failed has given its part back. */
  readonly today: {
    readonly day: string;
    /** By routes that are not over. */
    readonly reserved: string;
    /** By routes that are done. */
    readonly spent: string;
    readonly left: string;
  };
};
