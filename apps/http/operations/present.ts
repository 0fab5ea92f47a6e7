import type { AccountState, Attention, AuditEntry } from '@interline/core/operations';
import type { Switch } from '@interline/core/switches';
import { chainToWire } from '@interline/kernel';
import type * as z from 'zod';
import { checksummed } from '../server/present/present-address.ts';
import type { accountAnswer, attentionAnswer, auditEntry, operatorSwitch } from './schemas.ts';

export function presentAttention({
  routes,
  accounts,
  transactions,
  slots,
}: Attention): z.input<typeof attentionAnswer> {
  return {
    routes: routes.map(({ route: { id, stage }, sinceMs, reason, advice }) => ({
      id,
      stage,
      since: sinceMs,
      reason,
      whatToDo: advice,
    })),
    accounts: accounts.map(({ chain, role, reason, advice }) => ({
      chain: chainToWire(chain),
      role,
      reason,
      whatToDo: advice,
    })),
    transactions: transactions.map(
      ({ kind, chain, role, slot, hash, block, atMs, moved, permit, advice }) => ({
        kind,
        chain: chainToWire(chain),
        role,
        slot,
        hash,
        block,
        at: atMs,
        moved: moved.map(({ token, from, to, units }) => ({
          token,
          from: checksummed(from),
          to: checksummed(to),
          amount: units.toString(),
        })),
        permit: permit === null ? null : { ...permit, owner: checksummed(permit.owner) },
        whatToDo: advice,
      }),
    ),
    slots: slots.map(({ chain, role, slot, reason, range, sinceMs, lookedAtMs, advice }) => ({
      chain: chainToWire(chain),
      role,
      slot,
      reason,
      fromBlock: range?.from ?? null,
      toBlock: range?.to ?? null,
      since: sinceMs,
      lastLook: lookedAtMs,
      whatToDo: advice,
    })),
  };
}

export function presentAccount({
  chain,
  role,
  account,
  nextNonce,
  chainNonce,
  stopped,
  stuck,
}: AccountState): z.input<typeof accountAnswer> {
  return {
    chain: chainToWire(chain),
    role,
    address: checksummed(account),
    nextNonce,
    chainNonce,
    stopped,
    stuck: [...stuck],
  };
}

export function presentSwitch({
  scope,
  state,
  reason,
  by,
  sinceMs,
}: Switch): z.input<typeof operatorSwitch> {
  return { scope, state, reason, by, since: sinceMs };
}

export function presentAudit(entry: AuditEntry): z.input<typeof auditEntry> {
  const { id, atMs, operator, action, target, reason, before, after, outcome, code } = entry;
  return {
    id,
    ts: atMs,
    operator,
    action,
    target,
    reason,
    before: { ...before },
    after: { ...after },
    outcome,
    errorCode: code,
    ended: entry.endedAtMs,
  };
}
