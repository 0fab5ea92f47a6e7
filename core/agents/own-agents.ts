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
  /** What a proof names this service by. */
  readonly origins: readonly string[];
}

/** The key of an agent to be, and its word that it is in its hands. */
export type AskedKey = Pick<AskedProof, 'publicKey' | 'proof'>;

export interface AskedAgent extends AskedKey {
  readonly name: string;
  readonly policy: AgentPolicy;
}

export interface AgentChange {
  readonly name?: string;
  readonly policy?: AgentPolicy;
  /** A frozen one goes on. */
  readonly isResumed?: true;
}

/** An account's agents. Each throws `UNKNOWN_RECORD` for one that is not its own. */
export interface OwnAgents {
  /** Throws `KEY_PROOF_INVALID`, `KEY_IN_USE`, and `TOO_MANY_RECORDS` where the account has twenty. */
  register(account: Account, asked: AskedAgent): Promise<Agent>;
  list(account: Account): Promise<readonly Agent[]>;
  read(account: Account, id: string): Promise<Agent>;
  change(account: Account, id: string, change: AgentChange): Promise<Agent>;
  /** Another key from now on; what the one before signed is refused. */
  rotate(account: Account, id: string, asked: AskedKey): Promise<Agent>;
  /** It acts no more until its owner lets it go on. */
  freeze(account: Account, id: string): Promise<Agent>;
  /** The same by the agent itself. Throws `SIGNATURE_REPLAYED`. */
  freezeOwn(signed: AgentSignature): Promise<Agent>;
  /** Its key is free again; what it did stays. */
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

  /** Moves one of the account's in a unit, and notes what was done. */
  function move(
    account: Account,
    id: string,
    kind: AgentActivityKind,
    work: (tx: AgentUnit, agent: Agent) => Promise<void>,
  ): Promise<Agent> {
    return store.run(`agent-${kind}`, async (tx) => {
      await tx.agents.lockAgent(id);
      await work(tx, await ownAgent(tx.agents, account, id));
      await note(tx, id, kind);
      return ownAgent(tx.agents, account, id);
    });
  }

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
      return move(account, id, 'rotated', async (tx) => {
        if ((await tx.agents.agentByKey(keyId)) !== null) throw new RelayError('KEY_IN_USE');
        await tx.agents.changeAgent(id, { keyId, publicKey: asked.publicKey });
        await takeNonce(tx);
      });
    },

    freeze: (account, id) =>
      move(account, id, 'frozen', (tx) => tx.agents.changeAgent(id, { state: 'frozen' })),

    freezeOwn: ({ agent: { id }, keyId, nonce, nonceUntilMs }) =>
      store.run('freeze-own-agent', async (tx) => {
        if (!(await tx.agents.takeAgentNonce(keyId, nonce, nonceUntilMs)))
          throw new RelayError('SIGNATURE_REPLAYED');
        const agent = await tx.agents.lockAgent(id);
        // Its key was taken from it since the request was read.
        if (agent?.keyId !== keyId) throw new RelayError('UNKNOWN_AGENT');
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

/** Of two accounts neither learns whether the other's is there. */
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
