import type { Effect, Hex, PlanStep, Route } from '@interline/domain';
import { commitEffects, sendCommitted } from '../money/commit-effects.ts';
import type { MoneyPorts } from '../money/money-ports.ts';
import { stopForOperator } from './leave-rail.ts';
import { later, moved, type Turn } from './turn.ts';

type CallStep = Extract<PlanStep, { kind: 'call' }>;

/**
 * A call that reverted behind its approval leaves that standing, and its spender could take what others have in transit by now.
 * So it is revoked first, and the route goes on only where the chain shows that nothing was taken until then. Null once it may.
 */
export async function revokeApproval(ports: MoneyPorts, route: Route, { chain, approve }: CallStep, effects: readonly Effect[], signal: AbortSignal): Promise<Turn | null> {
  const failedAt = effects.findIndex((one) => one.state === 'reverted');
  const approved = effects.slice(0, failedAt).find((one) => one.purpose === 'approve' && one.state === 'mined');
  if (approve === undefined || approved?.minedHash == null) return null;

  const tries = effects.slice(failedAt + 1).filter((one) => one.purpose === 'approve');
  const revoked = tries.find((one) => one.state === 'mined');
  if (revoked?.minedHash == null) {
    if (tries.length > ports.policy.maxAttempts) return stopForOperator(ports, route, standing);
    return commitRevocation(ports, route, { chain, approve }, signal);
  }
  const taken = await takenBetween(ports, { chain, token: approve.token, first: approved.minedHash, last: revoked.minedHash }, signal);
  if (taken === null) return later(ports.clock.now() + ports.policy.retryAfterMs);
  return taken === 0n ? null : stopForOperator(ports, route, { code: 'SIMULATION_FAILED', reason: 'the transfer to the rail reverted, and money was taken through its approval' });
}

const standing = { code: 'SIMULATION_FAILED', reason: 'the transfer to the rail reverted, and its approval cannot be revoked' } as const;

async function commitRevocation(ports: MoneyPorts, route: Route, { chain, approve }: Required<Pick<CallStep, 'chain' | 'approve'>>, signal: AbortSignal): Promise<Turn> {
  const prepared = await ports.custody.prepare({ kind: 'revoke', chain, token: approve.token, spender: approve.spender }, signal);
  if (!prepared.ok) return stopForOperator(ports, route, standing);
  const committed = await ports.work.run('commit-revocation', async (tx) => ({
    effects: await commitEffects(ports, tx, route.id, route.cursor, prepared.value),
    route: await tx.moveRoute(route, {}, ports.clock.now()),
  }));
  await sendCommitted(ports, committed.effects, signal);
  return moved(committed.route);
}

function takenBetween({ custody }: MoneyPorts, { chain, token, first, last }: Pick<CallStep, 'chain'> & { readonly token: NonNullable<CallStep['approve']>['token']; readonly first: Hex; readonly last: Hex }, signal: AbortSignal): Promise<bigint | null> {
  return custody.takenBetween(chain, { token, from: custody.account('spender'), first, last }, signal);
}
