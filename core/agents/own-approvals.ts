import { RelayError } from '@interline/kernel';
import type { Clock } from '@interline/ports';
import type { Account } from '../accounts/index.ts';
import type { Approval } from './agent.ts';
import { ownAgent } from './own-agents.ts';
import type { AgentStore } from './repository.ts';

interface Ports {
  readonly store: AgentStore;
  readonly clock: Pick<Clock, 'now'>;
}

const mostShown = 100;

/** The approvals of an account's agents. Each throws `UNKNOWN_RECORD` for another account's. */
export interface OwnApprovals {
  list(account: Account, agentId: string): Promise<readonly Approval[]>;
  /** May reverse an earlier decision until the approval is used. */
  decide(
    account: Account,
    asked: { readonly agentId: string; readonly id: string; readonly isApproved: boolean },
  ): Promise<Approval>;
}

export function ownApprovals({ store, clock }: Ports): OwnApprovals {
  const { agents } = store.reads;
  return {
    async list(account, agentId) {
      await ownAgent(agents, account, agentId);
      return agents.approvals(agentId, mostShown);
    },

    decide: (account, { agentId, id, isApproved }) =>
      store.run('decide-approval', async (tx) => {
        await tx.agents.lockAgent(agentId);
        await ownAgent(tx.agents, account, agentId);
        const approval = await tx.agents.approval(id);
        if (approval?.agentId !== agentId)
          throw new RelayError('UNKNOWN_RECORD', {}, 'the agent has no approval with this id');
        const state = isApproved ? 'approved' : 'denied';
        const decidedAtMs = clock.now();
        const from = ['asked', isApproved ? 'denied' : 'approved'] as const;
        if (!(await tx.agents.moveApproval(id, from, { state, decidedAtMs }))) return approval;
        await tx.agents.recordAgentActivity(agentId, {
          kind: isApproved ? 'approval.approved' : 'approval.denied',
          atMs: decidedAtMs,
          about: { approvalId: id },
        });
        return { ...approval, state, decidedAtMs };
      }),
  };
}
