import type { AccountState, Attention } from '@interline/core/operations';
import { chainToWire } from '@interline/kernel';
import type * as z from 'zod';
import { checksummed } from '../server/present/present-address.ts';
import type { accountAnswer, attentionAnswer } from './schemas.ts';

export function presentAttention({
  routes,
  accounts,
  transactions,
}: Attention): z.input<typeof attentionAnswer> {
  return {
    routes: routes.map(({ route: { id, stage }, sinceMs, advice }) => ({
      id,
      stage,
      since: sinceMs,
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
  };
}

export function presentAccount({
  chain,
  role,
  account,
  nextNonce,
  chainNonce,
  stopped,
}: AccountState): z.input<typeof accountAnswer> {
  return {
    chain: chainToWire(chain),
    role,
    address: checksummed(account),
    nextNonce,
    chainNonce,
    stopped,
  };
}
