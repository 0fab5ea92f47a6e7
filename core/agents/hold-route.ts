import { RelayError, utcDay } from '@interline/kernel';
import { type AgentHold, isReturned, type Route, type RouteEvent } from '../transfer/index.ts';
import type { AgentRoute, Approval } from './agent.ts';
import { approvalRequired } from './ask-approval.ts';
import { dayIsSpent, judgeLeastOutput, judgeOrder, judgeWorth } from './judge-policy.ts';
import type { AgentUnit } from './repository.ts';

type Unit = Pick<AgentUnit, 'agents'>;

/**
 * Within the unit that accepts a route: the signature's nonce is used up, and the route is held to its
 * agent's policy as it is now, with its part of the day's budget. Throws `SIGNATURE_REPLAYED`,
 * `UNKNOWN_AGENT`, `AGENT_FROZEN`, `AGENT_LIMIT` and `APPROVAL_REQUIRED`, and the route is not accepted then.
 */
export async function holdToPolicy(
  tx: Unit,
  { id: routeId, order, quote, plan, isSimulated, createdAtMs: atMs }: Route,
  { agentId, keyId, nonce, nonceUntilMs, bodyHash, requestHash, cents }: AgentHold,
): Promise<void> {
  if (!(await tx.agents.takeAgentNonce(keyId, nonce, nonceUntilMs)))
    throw new RelayError('SIGNATURE_REPLAYED');
  const agent = await tx.agents.lockAgent(agentId);
  if (agent?.keyId !== keyId) throw new RelayError('UNKNOWN_AGENT');
  if (agent.state !== 'active') throw new RelayError('AGENT_FROZEN');
  // A rehearsal moves no money.
  if (isSimulated) return;
  // It was admitted as a repeat of an accepted route, but no such route exists.
  if (cents === null) throw new RelayError('SIGNATURE_REPLAYED');
  const { policy } = agent;
  judgeOrder(policy, order, atMs);
  judgeWorth(policy, cents);
  const needsApproval = policy.approveAbove !== null && cents > policy.approveAbove;
  const approval = needsApproval ? await useApproval(tx, agentId, requestHash) : null;
  // The owner approved this very minOut, and the price may have risen since.
  if (approval?.about['minOut'] === undefined) {
    const { output } = quote ?? plan;
    judgeLeastOutput(policy, { output, minOutput: order.minOutput });
  }
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

async function useApproval(tx: Unit, agentId: string, requestHash: string): Promise<Approval> {
  const approval = await tx.agents.openApproval(agentId, requestHash);
  if (approval === null)
    throw new RelayError('APPROVAL_REQUIRED', {}, 'the owner was not asked; send it again');
  if (!(await tx.agents.moveApproval(approval.id, ['approved'], { state: 'used' })))
    throw approvalRequired(approval);
  return approval;
}

/**
 * Within the unit that ends a route: marks what it took of its agent's budget as spent, or gives it
 * back to its day where the money never left the payer or came back.
 */
export function endOnBudget(
  tx: Unit,
  { kind, routeId, atMs }: Pick<RouteEvent, 'kind' | 'routeId' | 'atMs'>,
  ended: Pick<Route, 'status' | 'stage'>,
): Promise<void> {
  return moveBudget(tx, { routeId, kind, atMs }, isReturned(ended) ? 'returned' : 'spent');
}

/**
 * Within the unit that reopens a route after a reorg: the route takes its part of the budget again,
 * even if too little is left, because its money is under way.
 */
export function reopenOnBudget(
  tx: Unit,
  event: Pick<RouteEvent, 'kind' | 'routeId' | 'atMs'>,
): Promise<void> {
  return moveBudget(tx, event, 'reserved');
}

async function moveBudget(
  tx: Unit,
  { kind, routeId, atMs }: Pick<RouteEvent, 'kind' | 'routeId' | 'atMs'>,
  to: AgentRoute['state'],
): Promise<void> {
  const route = await tx.agents.agentRoute(routeId);
  if (route === null || !(await tx.agents.moveAgentRoute(routeId, to))) return;
  const about = { routeId, cents: route.cents.toString() };
  await tx.agents.recordAgentActivity(route.agentId, { kind, atMs, about });
}
