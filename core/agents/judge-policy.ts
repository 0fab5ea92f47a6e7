import {
  defaultSlippage,
  floorOf,
  inDollars,
  mostSlippage,
  type Ppm,
  recipientName,
  RelayError,
  showSlippage,
  tokenKey,
} from '@interline/kernel';
import type { AgentOrder } from './agent.ts';
import { type AgentPolicy, everything } from './policy.ts';

/**
 * Throws `AGENT_LIMIT` with the part of the policy that does not allow the order. Does not judge
 * its worth.
 */
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
  const most = mostSlippageOf(policy);
  if (order.slippage > most)
    throw beyond(
      'maxSlippage',
      `the route accepts a slippage of ${showSlippage(order.slippage)}; it allows ${showSlippage(most)}`,
    );
}

/** The most slippage that an agent's route may accept. */
export function mostSlippageOf({ maxSlippage = defaultSlippage }: AgentPolicy): Ppm {
  return maxSlippage;
}

/**
 * Throws `AGENT_LIMIT` where the route agrees to an output too far below what its quote expects: a low `minOut` gives
 * away as much as a high slippage. Twice the policy's slippage, because the price also moves between quote and route.
 */
export function judgeLeastOutput(
  policy: AgentPolicy,
  { output, minOutput }: { readonly output: bigint; readonly minOutput: bigint },
): void {
  const most = Math.min(2 * mostSlippageOf(policy), mostSlippage) as Ppm; // CAST: at most `mostSlippage`, which is a Ppm.
  const least = floorOf(output, most);
  if (minOutput < least)
    throw beyond(
      'maxSlippage',
      `the route agrees to ${minOutput} of the expected ${output}; it allows no minOut below ${least}`,
    );
}

/** Throws `AGENT_LIMIT` where the route is worth more than the policy allows for one route. */
export function judgeWorth({ maxPerRoute }: AgentPolicy, cents: bigint): void {
  if (cents > maxPerRoute)
    throw new RelayError(
      'AGENT_LIMIT',
      { limit: 'maxPerRoute', left: maxPerRoute.toString() },
      `the route is worth ${inDollars(cents)}; the policy allows ${inDollars(maxPerRoute)} a route`,
    );
}

/** The refusal of a route that is worth more than is left of the day's budget. */
export function dayIsSpent({ maxPerDay }: AgentPolicy, used: bigint, cents: bigint): RelayError {
  const left = used >= maxPerDay ? 0n : maxPerDay - used;
  return new RelayError(
    'AGENT_LIMIT',
    { limit: 'maxPerDay', left: left.toString() },
    `the route is worth ${inDollars(cents)}; ${inDollars(left)} of the day's ${inDollars(maxPerDay)} are left`,
  );
}

function allows(list: readonly string[], names: readonly string[]): boolean {
  return list.includes(everything) || names.some((name) => list.includes(name));
}

function beyond(limit: string, why: string): RelayError {
  return new RelayError('AGENT_LIMIT', { limit }, `the agent's policy: ${why}`);
}
