import { RelayError } from '@interline/kernel';
import type { AgentKeys, Clock, Entropy } from '@interline/ports';
import { type Account, accountId } from '../accounts/index.ts';
import type { Agent, AgentActivity, AgentActivityKind, AgentSignature } from './agent.ts';
import { type AskedProof, checkProof } from './check-proof.ts';
import type { AgentPolicy } from './policy.ts';
import type { AgentReads, AgentStore, AgentUnit } from './repository.ts';

interface Ports {
  readonly store: AgentStore;
  readonly agentKeys: AgentKeys;
  readonly clock: Pick<Clock, 'now'>;
  readonly entropy: Entropy;
  /** The origins that a proof may name as its audience. */
  readonly origins: readonly string[];
}

/** A new key, and the proof that the agent holds its private half. */
export type AskedKey = Pick<AskedProof, 'publicKey' | 'proof'>;

export interface AskedAgent extends AskedKey {
  readonly name: string;
  readonly policy: AgentPolicy;
}

export interface AgentChange {
  readonly name?: string;
  readonly policy?: AgentPolicy;
  /** Reactivates a frozen agent. */
  readonly isResumed?: true;
}

/** An account's agents. Each throws `UNKNOWN_RECORD` for another account's agent. */
export interface OwnAgents {
  /** Throws `KEY_PROOF_INVALID`, `KEY_IN_USE`, and `TOO_MANY_RECORDS` where the account has twenty. */
  register(account: Account, asked: AskedAgent): Promise<Agent>;
  list(account: Account): Promise<readonly Agent[]>;
  read(account: Account, id: string): Promise<Agent>;
  change(account: Account, id: string, change: AgentChange): Promise<Agent>;
  /** Replaces the key: requests signed by the old one are refused from now on. */
  rotate(account: Account, id: string, asked: AskedKey): Promise<Agent>;
  /** Every request is refused until the owner reactivates the agent. */
  freeze(account: Account, id: string): Promise<Agent>;
  /** The same, requested by the agent itself. Throws `SIGNATURE_REPLAYED`. */
  freezeOwn(signed: AgentSignature): Promise<Agent>;
  /** Frees its key; its activity is kept. */
  remove(account: Account, id: string): Promise<void>;
  activity(
    agent: Agent,
    asked: { readonly before: number | null; readonly limit: number },
  ): Promise<readonly AgentActivity[]>;
}

const mostAgents = 20;

export function ownAgents(ports: Ports): OwnAgents {
  const { store, clock, entropy } = ports;
  const { agents } = store.reads;

  function note(tx: AgentUnit, id: string, kind: AgentActivityKind, by = 'owner'): Promise<void> {
    return tx.agents.recordAgentActivity(id, { kind, atMs: clock.now(), about: { by } });
  }

  return {
    async register(account, { name, policy, ...asked }) {
      const { keyId, takeNonce } = checkProof(ports, { ...asked, owner: account.address });
      const agent: Agent = {
        id: `agt_${entropy.hex(16)}`,
        account: accountId(account),
        name,
        keyId,
        publicKey: asked.publicKey,
        policy,
        state: 'active',
        seq: 0,
        createdAtMs: clock.now(),
      };
      await store.run('register-agent', async (tx) => {
        if ((await tx.agents.agentsOf(agent.account)).length >= mostAgents)
          throw new RelayError(
            'TOO_MANY_RECORDS',
            {},
            `the account has ${mostAgents} agents, the most it may have`,
          );
        if (!(await tx.agents.insertAgent(agent))) throw new RelayError('KEY_IN_USE');
        await takeNonce(tx);
        await note(tx, agent.id, 'registered');
      });
      return agent;
    },

    list: (account) => agents.agentsOf(accountId(account)),
    read: (account, id) => ownAgent(agents, account, id),

    change: (account, id, { name, policy, isResumed }) =>
      store.run('change-agent', async (tx) => {
        await tx.agents.lockAgent(id);
        const { state } = await ownAgent(tx.agents, account, id);
        if (name !== undefined || policy !== undefined) {
          await tx.agents.changeAgent(id, {
            ...(name === undefined ? {} : { name }),
            ...(policy === undefined ? {} : { policy }),
          });
          await note(tx, id, 'changed');
        }
        if (isResumed === true && state === 'frozen') {
          await tx.agents.changeAgent(id, { state: 'active' });
          await note(tx, id, 'resumed');
        }
        return ownAgent(tx.agents, account, id);
      }),

    async rotate(account, id, asked) {
      const { keyId, takeNonce } = checkProof(ports, { ...asked, owner: account.address });
      return store.run('rotate-agent', async (tx) => {
        await tx.agents.lockAgent(id);
        await ownAgent(tx.agents, account, id);
        if ((await tx.agents.agentByKey(keyId)) !== null) throw new RelayError('KEY_IN_USE');
        await tx.agents.changeAgent(id, { keyId, publicKey: asked.publicKey });
        await takeNonce(tx);
        await note(tx, id, 'rotated');
        return ownAgent(tx.agents, account, id);
      });
    },

    freeze: (account, id) =>
      store.run('freeze-agent', async (tx) => {
        await tx.agents.lockAgent(id);
        const agent = await ownAgent(tx.agents, account, id);
        // A repeat changes nothing, so it is not recorded.
        if (agent.state === 'frozen') return agent;
        await tx.agents.changeAgent(id, { state: 'frozen' });
        await note(tx, id, 'frozen');
        return ownAgent(tx.agents, account, id);
      }),

    freezeOwn: ({ agent: { id }, keyId, nonce, nonceUntilMs }) =>
      store.run('freeze-own-agent', async (tx) => {
        if (!(await tx.agents.takeAgentNonce(keyId, nonce, nonceUntilMs)))
          throw new RelayError('SIGNATURE_REPLAYED');
        const agent = await tx.agents.lockAgent(id);
        // The key was rotated out after the request was authenticated.
        if (agent?.keyId !== keyId) throw new RelayError('UNKNOWN_AGENT');
        if (agent.state === 'frozen') return agent;
        await tx.agents.changeAgent(id, { state: 'frozen' });
        await note(tx, id, 'frozen', 'agent');
        return { ...agent, state: 'frozen' };
      }),

    remove: async (account, id) => {
      await store.run('delete-agent', async (tx) => {
        await tx.agents.lockAgent(id);
        await ownAgent(tx.agents, account, id);
        await tx.agents.changeAgent(id, { state: 'deleted', keyId: null });
        await note(tx, id, 'deleted');
      });
    },

    activity: ({ id }, { before, limit }) => agents.agentActivity(id, before, limit),
  };
}

/** Refuses another account's agent as if it did not exist, so that ids cannot be probed. */
export async function ownAgent(
  agents: Pick<AgentReads, 'agent'>,
  account: Account,
  id: string,
): Promise<Agent> {
  const agent = await agents.agent(id);
  if (agent?.account !== accountId(account) || agent.state === 'deleted')
    throw new RelayError('UNKNOWN_RECORD', {}, 'the account has no agent with this id');
  return agent;
}
