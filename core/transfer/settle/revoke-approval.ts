import type { Transaction, Hex, PlanStep } from '@interline/kernel';
import { commitTransactions, sendCommitted } from '../../transactions/index.ts';
import type { TransferPorts } from '../ports.ts';
import type { Route } from '../route.ts';
import { stopForOperator } from './leave-rail.ts';
import { later, moved, type Turn } from './turn.ts';
import type { Outcome } from './value-left.ts';

type CallStep = Extract<PlanStep, { kind: 'call' }>;

/** What a call step has sent, in that order, and the first of it that came to nothing. */
export interface FailedCall {
  readonly outcomes: readonly { readonly transaction: Transaction; readonly outcome: Outcome }[];
  readonly failed: Transaction;
}

/**
 * A call that reverted behind its approval leaves that standing, and its spender could take what
 * others have in transit by now. So it is revoked first, and the route goes on only where the chain
 * shows that nothing was taken until then. Null once it may.
 */
export async function revokeApproval(
  ports: TransferPorts,
  route: Route,
  { chain, approve }: CallStep,
  { outcomes, failed }: FailedCall,
  signal: AbortSignal,
): Promise<Turn | null> {
  const approvals = outcomes.filter(({ transaction }) => transaction.purpose === 'approve');
  const isTry = ({ transaction }: FailedCall['outcomes'][number]): boolean =>
    transaction.createdAtMs > failed.createdAtMs;
  const approved = approvals.find((one) => !isTry(one) && one.outcome === 'done')?.transaction;
  if (approve === undefined || approved?.minedHash == null) return null;

  const tries = approvals.filter(isTry);
  const revoked = tries.find(({ outcome }) => outcome === 'done')?.transaction;
  if (revoked?.minedHash == null) {
    if (tries.length > ports.policy.maxAttempts) return stopForOperator(ports, route, standing);
    return commitRevocation(ports, route, { chain, approve }, signal);
  }
  const taken = await takenBetween(
    ports,
    { chain, token: approve.token, first: approved.minedHash, last: revoked.minedHash },
    signal,
  );
  if (taken === null) return later(ports.clock.now() + ports.policy.retryAfterMs);
  return taken === 0n
    ? null
    : stopForOperator(ports, route, {
        code: 'SIMULATION_FAILED',
        reason: 'the transfer to the rail reverted, and money was taken through its approval',
      });
}

const standing = {
  code: 'SIMULATION_FAILED',
  reason: 'the transfer to the rail reverted, and its approval cannot be revoked',
} as const;

async function commitRevocation(
  ports: TransferPorts,
  route: Route,
  { chain, approve }: Required<Pick<CallStep, 'chain' | 'approve'>>,
  signal: AbortSignal,
): Promise<Turn> {
  const prepared = await ports.custody.prepare(
    { kind: 'revoke', chain, token: approve.token, spender: approve.spender },
    signal,
  );
  if (!prepared.ok) return stopForOperator(ports, route, standing);
  const committed = await ports.store.run('commit-revocation', async (tx) => ({
    transactions: await commitTransactions(ports, tx, route.id, route.cursor, prepared.value),
    route: await tx.transfers.moveRoute(route, {}, ports.clock.now()),
  }));
  await sendCommitted(ports, committed.transactions, signal);
  return moved(committed.route);
}

function takenBetween(
  { custody }: TransferPorts,
  {
    chain,
    token,
    first,
    last,
  }: Pick<CallStep, 'chain'> & {
    readonly token: NonNullable<CallStep['approve']>['token'];
    readonly first: Hex;
    readonly last: Hex;
  },
  signal: AbortSignal,
): Promise<bigint | null> {
  return custody.takenBetween(
    chain,
    { token, from: custody.account('spender'), first, last },
    signal,
  );
}
