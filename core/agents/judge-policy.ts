import { recipientName, RelayError, tokenKey } from '@interline/kernel';
import type { AgentOrder } from './agent.ts';
import { type AgentPolicy, everything } from './policy.ts';

/** Throws `AGENT_LIMIT` with the part of the policy that does not allow the order; its worth aside. */
export function judgeOrder(policy: AgentPolicy, order: AgentOrder, nowMs: number): void {
  if (nowMs >= policy.expiresAtMs)
    throw beyond('expiresAt', `it ended at ${new Date(policy.expiresAtMs).toISOString()}`);
  for (const chain of [order.lane.from, order.lane.to])
    if (!allows(policy.chains, [chain])) throw beyond('chains', `it does not name ${chain}`);
  for (const token of [order.from, order.to])
    // Only listed tokens are routed, so a symbol cannot belong to an impostor's token.
    if (!allows(policy.tokens, [tokenKey(token), token.symbol]))
      throw beyond('tokens', `it does not name ${token.symbol} of ${token.chain}`);
  const recipient = order.recipient === null ? null : recipientName(order.recipient, order.memo);
  if (recipient === null || !allows(policy.recipients, [recipient]))
    throw beyond('recipients', `it does not name ${recipient ?? 'a route without a recipient'}`);
}

/** Throws `AGENT_LIMIT` where the route is worth more than the policy allows for one route. */
export function judgeWorth({ maxPerRoute }: AgentPolicy, cents: bigint): void {
  if (cents > maxPerRoute)
    throw new RelayError(
      'AGENT_LIMIT',
      { limit: 'maxPerRoute', left: maxPerRoute.toString() },
      `the route is worth ${cents} cents; the policy allows ${maxPerRoute} a route`,
    );
}

/** The refusal of a route that is worth more than is left of the day's budget. */
export function dayIsSpent({ maxPerDay }: AgentPolicy, used: bigint, cents: bigint): RelayError {
  const left = used >= maxPerDay ? 0n : maxPerDay - used;
  return new RelayError(
    'AGENT_LIMIT',
    { limit: 'maxPerDay', left: left.toString() },
    `the route is worth ${cents} cents; ${left} of the day's ${maxPerDay} are left`,
  );
}

function allows(list: readonly string[], names: readonly string[]): boolean {
  return list.includes(everything) || names.some((name) => list.includes(name));
}

function beyond(limit: string, why: string): RelayError {
  return new RelayError('AGENT_LIMIT', { limit }, `the agent's policy: ${why}`);
}
