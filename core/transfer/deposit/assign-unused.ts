import { asUnits, finalityOf } from '@interline/kernel';
import { holdId } from '../float/route-reservations.ts';
import type { TransferPorts } from '../ports.ts';
import type { TransferUnit } from '../repository.ts';
import type { Route } from '../route.ts';
import { type Deposit, type DepositRefund, isClosed, type SeenOutput } from './deposit.ts';
import { claimRefund, freshRefund, unclaimRefund } from './deposit-refunds.ts';
import { holdUnused } from './look-at-deposit.ts';
import { deepEnough, ripeOf } from './ripe-outputs.ts';
import { sumOf } from './worth-of.ts';

/**
 * What of a closed deposit goes back: all that is deep enough and that nothing uses. A refund that is
 * not sent yet is given up where a reorg took what it was to give back, until that is there again.
 */
export async function assignUnused(
  ports: TransferPorts,
  route: Route,
  given: Deposit,
  signal: AbortSignal,
): Promise<Deposit> {
  if (!isClosed(given)) return given;
  const whole = await giveUpCredited(ports, route, given);
  const backed = await dropUnbacked(ports, route, whole, signal);
  return assignLoose(ports, route, await assignRest(ports, route, backed, signal), signal);
}

/** A payout that was given up: what it was to deliver, and the rest of that, is one refund. */
async function giveUpCredited(
  ports: TransferPorts,
  route: Route,
  deposit: Deposit,
): Promise<Deposit> {
  if (deposit.state !== 'refused' || creditedOf(deposit).length === 0) return deposit;
  const rests = deposit.refunds.filter((one) => isUnsent(one) && isRest(deposit, one));
  return ports.store.run('deposit-given-up', async (tx) => {
    await tx.transactions.releaseReservation(holdId(route.id));
    const loose = deposit.outputs.map((one) => (one.use === 'route' ? { ...one, use: null } : one));
    return undo(ports, tx, route, { ...deposit, outputs: loose }, rests);
  });
}

async function dropUnbacked(
  ports: TransferPorts,
  route: Route,
  deposit: Deposit,
  signal: AbortSignal,
): Promise<Deposit> {
  const unbacked: DepositRefund[] = [];
  for (const one of deposit.refunds.filter(isUnsent))
    if (!(await isDeep(ports, route, backingOf(deposit, one), signal))) unbacked.push(one);
  if (unbacked.length === 0) return deposit;
  return ports.store.run('deposit-refund-unbacked', (tx) =>
    undo(ports, tx, route, deposit, unbacked),
  );
}

async function undo(
  ports: TransferPorts,
  tx: TransferUnit,
  route: Route,
  deposit: Deposit,
  undone: readonly DepositRefund[],
): Promise<Deposit> {
  for (const one of undone) await unclaimRefund(tx, one);
  const outputs = deposit.outputs.map((one) =>
    undone.some(({ id }) => id === one.use) ? { ...one, use: null } : one,
  );
  await holdUnused(ports, tx, route, outputs);
  const refunds = deposit.refunds.filter((one) => !undone.includes(one));
  return tx.transfers.moveDeposit(deposit, { outputs, refunds });
}

/** The rest of what was credited, again: it was given up while a reorg had taken its deposit. */
async function assignRest(
  ports: TransferPorts,
  route: Route,
  deposit: Deposit,
  signal: AbortSignal,
): Promise<Deposit> {
  if (deposit.state !== 'credited') return deposit;
  const credited = creditedOf(deposit);
  const units = sumOf(credited) - (deposit.credited ?? 0n) - sumOf(restsOf(deposit));
  if (units <= 0n || !(await isDeep(ports, route, credited, signal))) return deposit;
  const refund = freshRefund(deposit, asUnits(units));
  return ports.store.run('deposit-goes-back', async (tx) => {
    await claimRefund(ports, tx, route, refund);
    return tx.transfers.moveDeposit(deposit, { refunds: [...deposit.refunds, refund] });
  });
}

/**
 * Everything deep enough that nothing uses yet becomes one refund, with what waits and was never sent:
 * parts that are worth less than their fees may be worth one.
 */
async function assignLoose(
  ports: TransferPorts,
  route: Route,
  deposit: Deposit,
  signal: AbortSignal,
): Promise<Deposit> {
  const loose = deposit.outputs.filter(({ use, isGone }) => !isGone && use === null);
  const { ripe } = await ripeOf(ports, route, loose, signal);
  // What was credited is loose once its payout is given up, and its rest may have gone back before.
  const before = deposit.state === 'refused' ? restsLeftOf(deposit) : 0n;
  const units = sumOf(ripe) - before;
  if (units <= 0n) return deposit;
  return ports.store.run('deposit-goes-back', async (tx) => {
    const waiting = await neverSent(tx, deposit);
    const refund = freshRefund(deposit, asUnits(units + sumOf(waiting)));
    const outputs = deposit.outputs.map((one) =>
      ripe.includes(one) || waiting.some(({ id }) => id === one.use)
        ? { ...one, use: refund.id }
        : one,
    );
    for (const one of waiting) await unclaimRefund(tx, one);
    await claimRefund(ports, tx, route, refund);
    await holdUnused(ports, tx, route, outputs);
    return tx.transfers.moveDeposit(deposit, {
      outputs,
      refunds: [...deposit.refunds.filter((one) => !waiting.includes(one)), refund],
    });
  });
}

/** Held refunds of outputs of their own. One whose transaction a reorg could bring back stays itself. */
async function neverSent(tx: TransferUnit, deposit: Deposit): Promise<readonly DepositRefund[]> {
  const held = deposit.refunds.filter((one) => one.state === 'held' && !isRest(deposit, one));
  const found: DepositRefund[] = [];
  for (const one of held)
    if ((await tx.transactions.transactionsOf(one.id)).length === 0) found.push(one);
  return found;
}

function isUnsent({ state }: DepositRefund): boolean {
  return state === 'due' || state === 'held';
}

function creditedOf({ outputs }: Pick<Deposit, 'outputs'>): readonly SeenOutput[] {
  return outputs.filter(({ use }) => use === 'route');
}

/** What the refund gives back: outputs of its own, or a rest of what was credited. */
export function backingOf(
  deposit: Pick<Deposit, 'outputs'>,
  { id }: Pick<DepositRefund, 'id'>,
): readonly SeenOutput[] {
  const own = deposit.outputs.filter(({ use }) => use === id);
  return own.length > 0 ? own : creditedOf(deposit);
}

function isRest({ outputs }: Pick<Deposit, 'outputs'>, { id }: DepositRefund): boolean {
  return !outputs.some(({ use }) => use === id);
}

/** Of the rests that went back before, what no later refund was made smaller by yet. */
function restsLeftOf(deposit: Deposit): bigint {
  const later = deposit.refunds.filter((one) => !isRest(deposit, one));
  return later.reduce(
    (left, one) => left - (sumOf(backingOf(deposit, one)) - one.units),
    BigInt(sumOf(restsOf(deposit))),
  );
}

function restsOf(deposit: Deposit): readonly DepositRefund[] {
  return deposit.refunds.filter((one) => isRest(deposit, one));
}

async function isDeep(
  ports: TransferPorts,
  route: Route,
  outputs: readonly SeenOutput[],
  signal: AbortSignal,
): Promise<boolean> {
  if (outputs.some(({ block }) => block === null)) return false;
  const { confirmations: most } = finalityOf(ports.policy.finality, route.order.from.chain);
  if (outputs.every(({ confirmations }) => confirmations >= most)) return true;
  return (await deepEnough(ports, route, outputs, signal)).deep.length === outputs.length;
}
