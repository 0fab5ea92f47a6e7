import type { UseCases } from '@interline/core';
import type { Agent, Approval } from '@interline/core/agents';
import { RelayError } from '@interline/kernel';

const id = `agt_${'0'.repeat(32)}`;

const sampleAgent: Agent = {
  id,
  account: `0x${'11'.repeat(20)}`,
  name: 'Pays invoices',
  keyId: 'k'.repeat(43),
  publicKey: 'x'.repeat(43),
  policy: {
    maxPerRoute: 10_000n,
    maxPerDay: 50_000n,
    tokens: ['USDC'],
    chains: ['*'],
    recipients: ['*'],
    approveAbove: 5_000n,
    expiresAtMs: 4_000_000_000_000,
  },
  state: 'active',
  seq: 1,
  createdAtMs: 1_800_000_000_000,
};

const sampleApproval: Approval = {
  id: `apr_${'0'.repeat(32)}`,
  agentId: id,
  requestHash: '00',
  cents: 6_000n,
  state: 'asked',
  about: { fromChain: 8453, amount: '60000000' },
  askedAtMs: 1_800_000_000_000,
  decidedAtMs: null,
};

/** One agent, which signs nothing. */
export function fakeAgents(): UseCases['agents'] {
  const of = async (_account: unknown, asked: string): Promise<Agent> => {
    if (asked !== id) throw new RelayError('UNKNOWN_RECORD');
    return sampleAgent;
  };
  return {
    origins: ['https://relay.example'],
    own: {
      register: async (_account, { name, policy }) => ({ ...sampleAgent, name, policy }),
      list: async () => [sampleAgent],
      read: of,
      change: async (account, asked) => of(account, asked),
      rotate: async (account, asked) => of(account, asked),
      freeze: async (account, asked) => ({ ...(await of(account, asked)), state: 'frozen' }),
      freezeOwn: async ({ agent }) => ({ ...agent, state: 'frozen' }),
      async remove(account, asked) {
        await of(account, asked);
      },
      activity: async () => [
        {
          agentId: id,
          seq: 1,
          kind: 'registered',
          atMs: 1_800_000_000_000,
          about: { by: 'owner' },
        },
      ],
    },
    approvals: {
      async list(account, asked) {
        await of(account, asked);
        return [sampleApproval];
      },
      async decide(account, { agentId, isApproved }) {
        await of(account, agentId);
        return {
          ...sampleApproval,
          state: isApproved ? 'approved' : 'denied',
          decidedAtMs: 1_800_000_001_000,
        };
      },
    },
    async authenticate() {
      throw new RelayError('UNKNOWN_AGENT');
    },
    async executeForAgent() {
      throw new RelayError('UNKNOWN_AGENT');
    },
    readDay: async () => ({ reserved: 1_000n, spent: 2_000n }),
  };
}
