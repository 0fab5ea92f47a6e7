import {
  asUnits,
  maxCost,
  type Movement,
  type SignedTransaction,
  type Transaction,
} from '@interline/kernel';
import type { Bump, Prepared } from '@interline/ports';
import { bumpWaitsOf } from '../../switches/index.ts';
import { sendCommitted } from '../send/commit-transactions.ts';
import { gasReservationId } from '../gas.ts';
import type { TransactionPorts } from '../ports.ts';
import { StaleTransaction, type TransactionUnit } from '../repository.ts';
import { isStoreBehind } from '../accounts/stopped-account.ts';
import { stuckAtCap } from './stuck-at-cap.ts';
import { noopsAmong } from '../watch/verdict-of.ts';

/** Older forms of one slot are superseded, so a mempool needs only the last few. */
export const sentAgainAtMost = 8;

/**
 * - by-itself: not while the account is stopped because the store is behind the chain
 * - by-order: also then
 */
type How = 'by-itself' | 'by-order';

/**
 * What to send now for an open transaction. If it waits too long, or no block can hold it, this is
 * a replacement at a higher fee, committed here; otherwise its latest signed forms. Replacements
 * are frequent at first, slower later, and end only at the cap. A transaction that the cap keeps
 * from being mined is stuck; that is stored for the operator, who can raise its cap.
 */
export async function replaceIfStuck(
  ports: TransactionPorts,
  transaction: Transaction,
  signal: AbortSignal,
  how: How = 'by-itself',
): Promise<readonly SignedTransaction[]> {
  const signedTransactions = await ports.store.reads.transactions.signedTransactionsOf([
    transaction.id,
  ]);
  const last = signedTransactions.at(-1);
  const latest = signedTransactions.slice(-sentAgainAtMost);
  // An unsigned form of a remote signer was never sent, and a more expensive form would wait for
  // the signer too.
  if (last === undefined || last.raw === null) return latest;
  const { bumpAfterMs, slowBumpAfterMs } = bumpWaitsOf(ports.policy, transaction.chain);
  const waitMs = signedTransactions.length > ports.policy.maxBumps ? slowBumpAfterMs : bumpAfterMs;
  const isYoung = ports.ages.of(last.hash, last.committedAtMs) < waitMs;
  if (isYoung && !(await isSpoilt(ports, last, signal))) return latest;
  const replacement = await commitReplacement(ports, transaction, last, { signal, how });
  return replacement === null ? latest : [replacement];
}

/** No transaction after it can be sent before it is replaced, and waiting does not help. */
async function isSpoilt(
  { custody }: Pick<TransactionPorts, 'custody'>,
  last: SignedTransaction,
  signal: AbortSignal,
): Promise<boolean> {
  return (await custody.isSpoilt?.(last, signal).catch(() => false)) ?? false;
}

async function commitReplacement(
  ports: TransactionPorts,
  transaction: Transaction,
  last: SignedTransaction,
  { signal, how }: { readonly signal: AbortSignal; readonly how: How },
): Promise<SignedTransaction | null> {
  const bump = await ports.custody.bump(last, transaction.feeCap, signal).catch(() => null);
  if (bump === null) return null;
  if (bump.kind !== 'dearer') {
    await noteStuck(ports, transaction, bump);
    return null;
  }
  return commitDearer(ports, transaction, last, bump.tx, how);
}

/**
 * Commits a form of the transaction with these fees, made to outbid `last`; it is not sent yet.
 * Null if it was replaced or settled meanwhile, or its account may not send now.
 */
export async function commitDearer(
  ports: Pick<TransactionPorts, 'store' | 'custody' | 'clock'>,
  transaction: Transaction,
  last: SignedTransaction,
  tx: Prepared['tx'],
  how: How = 'by-itself',
): Promise<SignedTransaction | null> {
  const prepared = {
    purpose: transaction.purpose,
    chain: transaction.chain,
    role: transaction.role,
    account: transaction.account,
    tx,
    expects: transaction.expects,
    block: 0,
  };
  const signedTransaction = sealReplacement(ports, last, prepared, last.movements);
  const isNew = await ports.store.run('commit-replacement', async (unit) => {
    if (!(await insertReplacement(unit, transaction, last, signedTransaction, how))) return false;
    await unit.transactions.setReservation(gasReservationId(transaction.id), {
      units: asUnits(maxCost(tx)),
    });
    if (transaction.stuck !== null)
      await unit.transactions.moveTransaction(transaction.id, 'open', { stuck: null });
    return true;
  });
  return isNew ? signedTransaction : null;
}

/** Stored and logged once, until a replacement is possible or the market meets the last offer. */
async function noteStuck(
  ports: TransactionPorts,
  transaction: Transaction,
  bump: Exclude<Bump, { readonly kind: 'dearer' }>,
): Promise<void> {
  const isStuck = bump.kind === 'capped';
  if (isStuck === (transaction.stuck !== null)) return;
  const stuck = isStuck ? stuckAtCap(bump) : null;
  const isNoted = await ports.store.run('note-stuck', async (tx) => {
    const stored = await tx.transactions.transaction(transaction.id);
    if (stored === null || stored.state !== 'open' || (stored.stuck !== null) === isStuck)
      return false;
    await tx.transactions.moveTransaction(transaction.id, 'open', { stuck });
    return true;
  });
  if (!isNoted || stuck === null) return;
  const { owner, purpose, chain, role, slot, id } = transaction;
  ports.log.error('account-stuck', {
    routeId: owner.id,
    transactionId: id,
    purpose,
    chain,
    role,
    slot,
    reason: stuck,
  });
}

/**
 * Replaces a transaction whose purpose is gone with a no-op, because a reserved slot is never
 * dropped. The no-op is committed before it is sent, and offers more than what was sent before, so
 * that it wins. False if it cannot be made now.
 */
export async function fillSlot(
  ports: TransactionPorts,
  transaction: Transaction,
  signal: AbortSignal,
): Promise<boolean> {
  // A transaction that fails inside a multicall harms nothing else in it.
  if (transaction.multicall !== null) return true;
  const signedTransactions = await ports.store.reads.transactions.signedTransactionsOf([
    transaction.id,
  ]);
  if (noopsAmong(signedTransactions, transaction).length > 0) return true;
  const last = signedTransactions.at(-1);
  if (last === undefined) return false;
  const bump = await ports.custody.bump(last, transaction.feeCap, signal);
  const prepared = await ports.custody.prepare(
    { kind: 'noop', chain: transaction.chain, role: transaction.role },
    signal,
  );
  const noop = prepared.ok ? prepared.value[0] : undefined;
  if (noop === undefined || bump.kind !== 'dearer') return false;
  const tx = {
    ...noop.tx,
    maxFeeRate: bump.tx.maxFeeRate,
    tip: bump.tx.tip,
  };
  const signedTransaction = sealReplacement(ports, last, { ...noop, tx }, []);
  const isNew = await ports.store.run('commit-noop', (unit) =>
    insertReplacement(unit, transaction, last, signedTransaction),
  );
  if (!isNew) return false;
  await sendCommitted(ports, [{ transaction, signedTransaction }], signal);
  ports.log.info('slot-filled', {
    routeId: transaction.owner.id,
    chain: transaction.chain,
    slot: transaction.slot,
  });
  return true;
}

/**
 * Another signed transaction for the same slot, dated later than `last`. The order of these dates
 * decides which one is replaced next, even if the clocks of two workers differ.
 */
function sealReplacement(
  { custody, clock }: Pick<TransactionPorts, 'custody' | 'clock'>,
  last: SignedTransaction,
  prepared: Prepared,
  movements: readonly Movement[],
): SignedTransaction {
  return custody.seal(
    { transactionId: last.transactionId, movements },
    prepared,
    last.slot,
    Math.max(clock.now(), last.committedAtMs + 1),
  );
}

/**
 * Must run in the caller's unit. Stores a replacement, made to outbid `last`. False if another
 * worker has stored one meanwhile (one replacement at a time) or has settled the transaction. With
 * `by-itself` also false while the account is stopped because the store is behind the chain.
 */
async function insertReplacement(
  tx: TransactionUnit,
  transaction: Transaction,
  last: SignedTransaction,
  replacement: SignedTransaction,
  how: How = 'by-itself',
): Promise<boolean> {
  const record = await tx.transactions.account(transaction.chain, transaction.account);
  // It could outbid what a lost part of the store has sent in this very slot.
  if (how === 'by-itself' && isStoreBehind(record?.stopped)) return false;
  const stored = await tx.transactions.signedTransactionsOf([transaction.id]);
  if (stored.at(-1)?.hash !== last.hash || !(await isOpen(tx, transaction))) return false;
  await tx.transactions.insertSignedTransaction(replacement);
  return true;
}

/** The guarded write locks the row, so the answer holds until the unit ends. */
async function isOpen(tx: TransactionUnit, { id }: Transaction): Promise<boolean> {
  try {
    await tx.transactions.moveTransaction(id, 'open', {});
    return true;
  } catch (error) {
    if (error instanceof StaleTransaction) return false;
    throw error;
  }
}
