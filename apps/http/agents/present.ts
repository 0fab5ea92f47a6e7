import type { Agent, AgentActivity, AgentDay, Approval } from '@interline/core/agents';
import { chainToWire, defaultSlippage } from '@interline/kernel';
import type * as z from 'zod';
import { isChain } from './parse.ts';
import type { agentActivity, agentAnswer, agentSheet, approvalAnswer } from './schemas.ts';

export function presentAgent({
  id,
  keyId,
  name,
  policy,
  state,
  createdAtMs,
}: Agent): z.input<typeof agentAnswer> {
  const { maxPerRoute, maxPerDay, approveAbove, expiresAtMs, tokens, chains, recipients } = policy;
  const { maxSlippage = defaultSlippage } = policy;
  return {
    id,
    keyid: keyId ?? '',
    name,
    policy: {
      maxPerRoute: maxPerRoute.toString(),
      maxPerDay: maxPerDay.toString(),
      tokens: [...tokens],
      chains: chains.map((chain) => (isChain(chain) ? chainToWire(chain) : chain)),
      recipients: [...recipients],
      approveAbove: approveAbove?.toString() ?? null,
      maxSlippage: maxSlippage / 1_000_000,
      expiresAt: expiresAtMs,
    },
    state: state === 'active' ? 'active' : 'frozen',
    created: createdAtMs,
  };
}

export function presentSheet(
  agent: Agent,
  day: string,
  { reserved, spent }: AgentDay,
): z.input<typeof agentSheet> {
  const { maxPerDay } = agent.policy;
  const used = reserved + spent;
  return {
    ...presentAgent(agent),
    today: {
      day,
      reserved: reserved.toString(),
      spent: spent.toString(),
      // The owner may have lowered it below what was used.
      left: (used >= maxPerDay ? 0n : maxPerDay - used).toString(),
    },
  };
}

export function presentActivity(
  items: readonly AgentActivity[],
  limit: number,
): z.input<typeof agentActivity> {
  return {
    items: items.map(({ seq, kind, atMs, about }) => ({
      seq,
      kind,
      ts: atMs,
      about: { ...about },
    })),
    next: nextOf(items, limit),
  };
}

/** The place of the next page of numbered items, newest first; null after the last page. */
export function nextOf(items: readonly { readonly seq: number }[], limit: number): string | null {
  const last = items.at(-1);
  return last === undefined || items.length < limit || last.seq === 1 ? null : `${last.seq}`;
}

export function presentApproval({
  id,
  agentId,
  state,
  cents,
  about,
  askedAtMs,
  decidedAtMs,
}: Approval): z.input<typeof approvalAnswer> {
  return {
    id,
    agentId,
    state,
    cents: cents.toString(),
    about: { ...about },
    asked: askedAtMs,
    decided: decidedAtMs,
  };
}
