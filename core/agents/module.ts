import { defineModule } from '@interline/kernel';
import type { AgentKeys, Clock, Entropy, PricePort } from '@interline/ports';
import type { ExecuteRoute } from '../transfer/index.ts';
import { authenticate } from './authenticate.ts';
import { executeForAgent } from './execute-for-agent.ts';
import { ownAgents } from './own-agents.ts';
import { ownApprovals } from './own-approvals.ts';
import type { AgentStore } from './repository.ts';

/** A deployment's settings for agents. */
export interface AgentSetting {
  /** Origins that agents sign requests for, such as `https://relay.example:8443`. */
  readonly origins: readonly string[];
}

export interface Ports {
  readonly store: AgentStore;
  readonly agentKeys: AgentKeys;
  readonly price: PricePort;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly transfer: { readonly executeRoute: ExecuteRoute };
  readonly deployment: { readonly agents: AgentSetting };
}

export const agents = defineModule({
  needs: ['store', 'agentKeys', 'price', 'clock', 'entropy', 'transfer', 'deployment'],
  create: ({ deployment, ...parts }: Ports) => {
    const { origins } = deployment.agents;
    const ports = { ...parts, origins };
    return {
      origins,
      own: ownAgents(ports),
      approvals: ownApprovals(ports),
      authenticate: authenticate(ports),
      executeForAgent: executeForAgent(ports),
      /** What the agent's day has used, in cents. */
      readDay: (agentId: string, day: string) => ports.store.reads.agents.agentDay(agentId, day),
    };
  },
});
