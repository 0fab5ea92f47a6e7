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
  /** Of maxPerDay, in US cents; a failed route gives its part back. */
  readonly today: {
    readonly day: string;
    /** By routes under way. */
    readonly reserved: string;
    /** By completed routes. */
    readonly spent: string;
    readonly left: string;
  };
};
