import { RelayError, utcDay } from '@interline/kernel';
import type { AgentWord, Route } from '../transfer/index.ts';
import type { AgentRoute } from './agent.ts';
import { required } from './approvals.ts';
import { dayIsSpent, judgeOrder, judgeWorth } from './judge-policy.ts';
import type { AgentUnit } from './repository.ts';

type Unit = Pick<AgentUnit, 'agents'>;

/**
 * Within the unit that accepts a route: the signature's nonce is used up, and the route is held to its
 * agent's policy as it is now, with its part of the day's budget. Throws `SIGNATURE_REPLAYED`,
 * `UNKNOWN_AGENT`, `AGENT_FROZEN`, `AGENT_LIMIT` and `APPROVAL_REQUIRED`, and the route is not accepted then.
 */
export async function holdToPolicy(
  tx: Unit,
  { id: routeId, order, isSimulated, createdAtMs: atMs }: Route,
  { agentId, keyId, nonce, nonceUntilMs, bodyHash, cents }: AgentWord,
): Promise<void> {
  if (!(await tx.agents.takeAgentNonce(keyId, nonce, nonceUntilMs)))
    throw new RelayError('SIGNATURE_REPLAYED');
  const agent = await tx.agents.lockAgent(agentId);
  if (agent?.keyId !== keyId) throw new RelayError('UNKNOWN_AGENT');
  if (agent.state !== 'active') throw new RelayError('AGENT_FROZEN');
  // Nothing of a rehearsal is anybody's money.
  if (isSimulated) return;
  // It was let in as a repeat of what is accepted, and is none.
  if (cents === null) throw new RelayError('SIGNATURE_REPLAYED');
  const { policy } = agent;
  judgeOrder(policy, order, atMs);
  judgeWorth(policy, cents);
  if (policy.approveAbove !== null && cents > policy.approveAbove)
    await useApproval(tx, agentId, bodyHash);
  const day = utcDay(atMs);
  if (!(await tx.agents.reserveOfDay(agentId, day, cents, policy.maxPerDay))) {
    const { reserved, spent } = await tx.agents.agentDay(agentId, day);
    throw dayIsSpent(policy, reserved + spent, cents);
  }
  const state = 'reserved';
  await tx.agents.insertAgentRoute({ routeId, agentId, day, cents, state, bodyHash, atMs });
  const about = { routeId, cents: cents.toString() };
  await tx.agents.recordAgentActivity(agentId, { kind: 'route.accepted', atMs, about });
}

async function useApproval(tx: Unit, agentId: string, bodyHash: string): Promise<void> {
  const approval = await tx.agents.approvalOfBody(agentId, bodyHash);
  if (approval === null)
    throw new RelayError('APPROVAL_REQUIRED', {}, 'the owner was not asked; send it again');
  if (!(await tx.agents.moveApproval(approval.id, ['approved'], { state: 'used' })))
    throw required(approval);
}

const states = {
  'route.done': 'spent',
  'route.failed': 'returned',
  'route.reopened': 'reserved',
} as const satisfies Record<string, AgentRoute['state']>;

/**
 * Within the unit that ends a route or, after a reorg, goes on with it: what it took of its agent's budget
 * is spent when it is done, and given back to its day when it failed. A reorg takes it again, whatever is
 * left by then: the money is under way.
 */
export async function moveBudget(
  tx: Unit,
  { kind, routeId, atMs }: { kind: keyof typeof states; routeId: string; atMs: number },
): Promise<void> {
  const route = await tx.agents.agentRoute(routeId);
  if (route === null || !(await tx.agents.moveAgentRoute(routeId, states[kind]))) return;
  const about = { routeId, cents: route.cents.toString() };
  await tx.agents.recordAgentActivity(route.agentId, { kind, atMs, about });
}
