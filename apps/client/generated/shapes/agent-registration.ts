// Written by `npm run client:types` from the service's OpenAPI document.

export type AgentRegistration = {
  readonly type: 'https://eips.ethereum.org/EIPS/eip-8004#registration-v1';
  readonly name: string;
  readonly description: string;
  readonly image?: string;
  readonly services: readonly ({
    readonly name: 'A2A' | 'MCP';
    readonly endpoint: string;
    readonly version: string;
  })[];
  readonly x402Support: boolean;
  readonly active: boolean;
  readonly registrations: readonly {
    readonly agentId: number;
    readonly agentRegistry: string;
  }[];
  readonly [other: string]: unknown;
};
