import type { CallStep, TxHash, Transaction } from '@interline/kernel';
import {
  awaitTransaction,
  chargeRevert,
  type MinedTransaction,
  settleEnd,
  settleMined,
  settleReverted,
} from '../../transactions/index.ts';
import type { TransferPorts } from '../ports.ts';
import type { Route } from '../route.ts';
import { type Advance, later, moved } from './advance.ts';
import { bookedFor } from './booked-route.ts';
import { commitStep } from './commit-step.ts';
import { outcomeOf } from './outcomes-of.ts';

/** A call of the plan, and what was sent for it. */
export interface SentCall {
  /** Index of its step. */
  readonly index: number;
  readonly call: CallStep;
  readonly transactions: readonly Transaction[];
}

/**
 * - none: there was no approval
 * - revoked: the approval no longer exists; what was taken before that is still to be read
 * - under-way: the revocation is sent, or will be
 * - impossible: the token refuses it, or it reverted too often
 */
export type Revocation =
  | { readonly kind: 'none' | 'impossible' }
  | { readonly kind: 'revoked'; readonly approvedIn: TxHash; readonly by: Transaction }
  | { readonly kind: 'under-way'; readonly advance: Advance };

/**
 * A finished call may leave an approval behind, with which its spender could take other payers'
 * money in transit. So the rest of it is revoked before the payer is refunded.
 */
export async function revokeApproval(
  ports: TransferPorts,
  route: Route,
  sent: SentCall,
  signal: AbortSignal,
): Promise<Revocation> {
  const { approve, chain } = sent.call;
  const approvals = sent.transactions.filter(({ purpose }) => purpose === 'approve');
  const revocations = revocationsAmong(sent.transactions);
  const approved = approvals.find((one) => !revocations.includes(one) && outcomeOf(one) === 'done');
  if (approve === undefined || approved?.minedHash == null) return { kind: 'none' };

  const open = revocations.find(({ state }) => state === 'open');
  if (open !== undefined)
    return { kind: 'under-way', advance: await awaitApproval(ports, route, open, signal) };
  const by = revocations.find((one) => outcomeOf(one) === 'done');
  if (by?.minedHash != null) return { kind: 'revoked', approvedIn: approved.minedHash, by };
  if (revocations.length > ports.policy.maxAttempts) return { kind: 'impossible' };
  const prepared = await ports.custody.prepare(
    { kind: 'revoke', chain, token: approve.token, spender: approve.spender },
    signal,
    { confirmsRefusal: true },
  );
  if (!prepared.ok) return { kind: 'impossible' };
  const commit = {
    unit: 'commit-revocation',
    step: sent.index,
    prepared: prepared.value,
    change: {},
    ignoresPause: true,
  } as const;
  return { kind: 'under-way', advance: await commitStep(ports, route, commit, signal) };
}

/** Among one step's transactions, the approvals that were sent after its call. */
export function revocationsAmong<T extends Pick<Transaction, 'purpose' | 'createdAtMs'>>(
  transactions: readonly T[],
): readonly T[] {
  const call = transactions.findLast(({ purpose }) => purpose === 'call');
  if (call === undefined) return [];
  return transactions.filter(
    ({ purpose, createdAtMs }) => purpose === 'approve' && createdAtMs > call.createdAtMs,
  );
}

/** In the token's smallest units; `isHeld` once the same was read for its chain's hold. */
export interface Taken {
  readonly units: bigint;
  readonly isHeld: boolean;
}

/** What the approval's spender took by itself before the revocation; null if unknown. */
export async function takenUntil(
  ports: Pick<TransferPorts, 'custody' | 'watch'>,
  { chain, approve }: CallStep,
  { approvedIn, by }: Extract<Revocation, { kind: 'revoked' }>,
  signal: AbortSignal,
): Promise<Taken | null> {
  if (approve === undefined || by.minedHash === null) return null;
  const between = {
    token: approve.token,
    from: ports.custody.account(chain, 'spender'),
    first: approvedIn,
    last: by.minedHash,
  };
  const units = await ports.custody.takenBetween(chain, between, signal);
  if (units === null) return null;
  return { units, isHeld: ports.watch.isHeld(chain, `taken/${by.id}`, String(units)) };
}

/** Follows an open approval or revocation of a refunding route to its end. */
export async function awaitApproval(
  ports: TransferPorts,
  route: Route,
  open: Transaction,
  signal: AbortSignal,
): Promise<Advance> {
  const awaited = await awaitTransaction(
    ports,
    open,
    { patienceMs: ports.policy.patienceMs },
    signal,
  );
  const settle = async (seen: MinedTransaction): Promise<Advance> => {
    await settleRevocation(ports, route, seen);
    return moved(route);
  };
  return settleEnd<Advance>(ports, awaited, {
    displacedUnit: 'revocation-displaced',
    pending: () => later(ports.clock.now()),
    displaced: () => moved(route),
    mined: settle,
    reverted: settle,
    filled: settle,
  });
}

/**
 * The gas of a revocation counts with reverted calls, for the engine and the payer: a call that
 * leaves an approval behind is no better.
 */
export async function settleRevocation(
  ports: TransferPorts,
  route: Route,
  seen: MinedTransaction,
): Promise<void> {
  const { client, order, rail: engine } = route;
  const charged = { client, payer: order.payer, kind: 'call-revert', engine } as const;
  await ports.store.run('settle-revocation', async (tx) => {
    if (seen.end === 'reverted') return settleReverted(ports, tx, seen, charged);
    await settleMined(tx, seen, bookedFor(ports, route));
    const { chain, state } = seen.transaction;
    // A transaction that a reorg had reopened was charged before.
    if (state !== 'open' || seen.transaction.reorgs > 0) return;
    await chargeRevert(ports, tx, { ...charged, chain, gasCost: seen.mined.gasCost });
  });
}
