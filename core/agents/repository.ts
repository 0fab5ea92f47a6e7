import type { StorePort } from '@interline/ports';
import type { EventUnit } from '../accounts/index.ts';
import type { IdempotencyReads } from '../idempotency/index.ts';
import type {
  Agent,
  AgentActivity,
  AgentDay,
  AgentHappening,
  AgentRoute,
  Approval,
} from './agent.ts';

/** Reads of committed state. */
export interface AgentReads {
  agent(id: string): Promise<Agent | null>;
  agentByKey(keyId: string): Promise<Agent | null>;
  /** Oldest first, without deleted ones. */
  agentsOf(account: string): Promise<readonly Agent[]>;
  agentDay(agentId: string, day: string): Promise<AgentDay>;
  isNonceUsed(keyId: string, nonce: string): Promise<boolean>;
  agentRoute(routeId: string): Promise<AgentRoute | null>;
  /** The route that was accepted for the agent with that body; null where there is none. */
  agentRouteOfBody(agentId: string, bodyHash: string): Promise<AgentRoute | null>;
  approval(id: string): Promise<Approval | null>;
  /** The approval of that request that no route has used; null where there is none. */
  openApproval(agentId: string, requestHash: string): Promise<Approval | null>;
  /** Pending ones first, then the newest. */
  approvals(agentId: string, limit: number): Promise<readonly Approval[]>;
  countAsked(agentId: string): Promise<number>;
  /** The newest first; those before that number, or the newest where it is null. */
  agentActivity(
    agentId: string,
    before: number | null,
    limit: number,
  ): Promise<readonly AgentActivity[]>;
}

/** Writes inside a unit; its reads see the unit's own writes. */
export interface AgentWrites extends AgentReads {
  /** Reads it under a lock: no other unit changes it, or takes from its budget, until this one ends. */
  lockAgent(id: string): Promise<Agent | null>;
  /** False where an agent has the key. */
  insertAgent(agent: Agent): Promise<boolean>;
  changeAgent(
    id: string,
    change: Partial<Pick<Agent, 'name' | 'keyId' | 'publicKey' | 'policy' | 'state'>>,
  ): Promise<void>;
  /** False where the key has signed with it before. */
  takeAgentNonce(keyId: string, nonce: string, untilMs: number): Promise<boolean>;
  /** Guarded: false, and nothing is taken, where reserved and spent together would pass the cap. */
  reserveOfDay(agentId: string, day: string, cents: bigint, cap: bigint): Promise<boolean>;
  insertAgentRoute(route: AgentRoute): Promise<void>;
  /**
   * Moves the route's budget to that state, in the day's sums too. False, and nothing changes,
   * where it has that state.
   */
  moveAgentRoute(routeId: string, to: AgentRoute['state']): Promise<boolean>;
  insertApproval(approval: Approval): Promise<void>;
  /** False where it has another state. */
  moveApproval(
    id: string,
    from: readonly Approval['state'][],
    change: Partial<Pick<Approval, 'state' | 'decidedAtMs' | 'cents'>>,
  ): Promise<boolean>;
  /** Under the agent's next number. */
  recordAgentActivity(agentId: string, happening: AgentHappening): Promise<void>;
}

/** Committed state, as this module reads it. */
export interface AgentView {
  readonly agents: AgentReads;
  readonly idempotency: Pick<IdempotencyReads, 'idempotent'>;
}

/** One unit of work, as this module sees it. */
export interface AgentUnit extends EventUnit {
  readonly agents: AgentWrites;
}

export type AgentStore = StorePort<AgentView, AgentUnit>;
