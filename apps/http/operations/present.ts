import type { AccountState, Attention } from '@interline/core/operations';
import { chainToWire } from '@interline/kernel';
import type * as z from 'zod';
import { checksummed } from '../server/present/present-address.ts';
import type { accountAnswer, attentionAnswer } from './schemas.ts';

export function presentAttention({ routes, accounts }: Attention): z.input<typeof attentionAnswer> {
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
