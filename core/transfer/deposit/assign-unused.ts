import { asUnits, finalityOf, noUnits, type RailOutcome, type Units } from '@interline/kernel';
import { holdId } from '../float/route-reservations.ts';
import type { TransferPorts } from '../ports.ts';
import type { TransferUnit } from '../repository.ts';
import type { Route } from '../route.ts';
import {
  type Deposit,
  type DepositRefund,
  isClosed,
  isForRefund,
  isForRoute,
  isUnsent,
  outputKey,
  type SeenOutput,
} from './deposit.ts';
import { reserveRefund, freshRefund, unreserveRefund } from './deposit-refunds.ts';
import { holdUnused } from './look-at-deposit.ts';
import { deepEnough, ripeOutputs } from './ripe-outputs.ts';
import { givenFor, partCostOf, shortfallOf, sumOf, usedOf } from './worth-of.ts';

/**
 * Assigns refunds for what is present and deep enough in a closed deposit, beyond what was given
 * for it. An unsent refund is cancelled if a reorg removed what it refunds, or what paid for other
 * parts, until that is present again.
 */
export async function assignUnused(
  ports: TransferPorts,
  route: Route,
  given: Deposit,
  partCost: RailOutcome<Units>,
  signal: AbortSignal,
): Promise<Deposit> {
  if (!isClosed(given)) return given;
  const whole = await giveUpCredited(ports, route, given);
  const backed = await dropUnbacked(ports, route, whole, signal);
  return assignSurplus(ports, route, backed, partCost, signal);
}

/** For a payout that was given up: the amount it was to deliver and its rest become one refund. */
async function giveUpCredited(
  ports: TransferPorts,
  route: Route,
  deposit: Deposit,
): Promise<Deposit> {
  if (deposit.state !== 'refused' || creditedOf(deposit).length === 0) return deposit;
  const rests = deposit.refunds.filter((one) => isUnsent(one) && one.isRest);
  return ports.store.run('deposit-given-up', async (tx) => {
    await tx.transactions.releaseReservation(holdId(route.id));
    const loose = deposit.outputs.map((one) => (isForRoute(one) ? { ...one, use: null } : one));
    return undo(ports, tx, route, { ...deposit, outputs: loose }, rests);
  });
}

async function dropUnbacked(
  ports: TransferPorts,
  route: Route,
  deposit: Deposit,
  signal: AbortSignal,
): Promise<Deposit> {
  const unsent = deposit.refunds.filter(isUnsent);
  const unbacked: DepositRefund[] = shortfallOf(deposit) > 0n ? unsent : [];
  for (const one of unsent)
    if (!unbacked.includes(one) && !(await isDeep(ports, route, backingOf(deposit, one), signal)))
      unbacked.push(one);
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
  for (const one of undone) await unreserveRefund(tx, one);
  const outputs = deposit.outputs.map((one) =>
    undone.some((refund) => isForRefund(one, refund)) ? { ...one, use: null } : one,
  );
  const refunds = deposit.refunds.filter((one) => !undone.includes(one));
  await holdUnused(ports, tx, route, { ...deposit, outputs, refunds });
  return tx.transfers.moveDeposit(deposit, { outputs, refunds });
}

/**
 * Refunds everything beyond what was given, together with refunds that wait and were never sent:
 * parts worth less than their fees may be worth it together, and a part worth its fees leaves a
 * refund whose other parts are not. The result is one refund, or as many as the number of
 * transactions needed to spend it.
 */
async function assignSurplus(
  ports: TransferPorts,
  route: Route,
  deposit: Deposit,
  costNow: RailOutcome<Units>,
  signal: AbortSignal,
): Promise<Deposit> {
  const { ripe, units } = await surplusOf(ports, route, deposit, signal);
  const isMixed = (one: DepositRefund): boolean =>
    costNow.ok && mixesWorth(deposit, one, costNow.value);
  if (units === 0n && !deposit.refunds.some((one) => isUnsent(one) && isMixed(one))) return deposit;
  return ports.store.run('deposit-goes-back', async (tx) => {
    const waiting = await neverSent(tx, deposit);
    if (units === 0n && !waiting.some(isMixed)) return deposit;
    const own = deposit.outputs.filter(
      (one) => ripe.includes(one) || waiting.some((held) => isForRefund(one, held)),
    );
    const parts = partsOf(own, asUnits(units + sumOf(waiting)), {
      atMost: ports.deposits.outputsAtMost(deposit.chain),
      partCost: costNow.ok ? costNow.value : partCostOf(route),
    });
    if (parts.every((part) => waiting.some((one) => isOf(deposit, one, part)))) return deposit;
    const made = parts.map((part, place) => ({
      refund: freshRefund(deposit, { units: part.units, isRest: own.length === 0 }, place),
      keys: new Set(part.outputs.map(outputKey)),
    }));
    const outputs = deposit.outputs.map((one) => {
      const found = made.find(({ keys }) => keys.has(outputKey(one)));
      return found === undefined
        ? one
        : { ...one, use: { kind: 'refund' as const, id: found.refund.id } };
    });
    const refunds = [
      ...deposit.refunds.filter((one) => !waiting.includes(one)),
      ...made.map(({ refund }) => refund),
    ];
    for (const one of waiting) await unreserveRefund(tx, one);
    for (const { refund } of made) await reserveRefund(ports, tx, route, refund);
    await holdUnused(ports, tx, route, { ...deposit, outputs, refunds });
    return tx.transfers.moveDeposit(deposit, { outputs, refunds });
  });
}

/** What is present and deep enough beyond what was given, and its unused outputs. */
async function surplusOf(
  ports: TransferPorts,
  route: Route,
  deposit: Deposit,
  signal: AbortSignal,
): Promise<{ readonly ripe: readonly SeenOutput[]; readonly units: Units }> {
  const none = { ripe: [], units: noUnits };
  const loose = deposit.outputs.filter(({ use, isGone }) => !isGone && use === null);
  const used = usedOf(deposit).filter(({ block }) => block !== null);
  const given = givenFor(deposit);
  if (sumOf(loose) + sumOf(used) <= given) return none;
  const { ripe } = await ripeOutputs(ports, route, loose, signal);
  const units = sumOf(ripe) + (await deepOf(ports, route, used, signal)) - given;
  return units > 0n ? { ripe, units: asUnits(units) } : none;
}

/** Whether outputs worth spending are delayed in this refund by others that are not. */
function mixesWorth({ outputs }: Deposit, refund: DepositRefund, partCost: Units): boolean {
  const own = outputs.filter((one) => isForRefund(one, refund));
  return own.some(({ units }) => units > partCost) && own.some(({ units }) => units <= partCost);
}

function isOf({ outputs }: Deposit, refund: DepositRefund, part: Part): boolean {
  const own = outputs.filter((one) => isForRefund(one, refund));
  return (
    refund.units === part.units &&
    own.length === part.outputs.length &&
    own.every((one) => part.outputs.includes(one))
  );
}

interface Part {
  readonly outputs: readonly SeenOutput[];
  readonly units: Units;
}

/**
 * Splits a refund into parts that one transaction each can spend, the largest outputs first. So
 * outputs worth their fees do not wait for others, and outputs not worth spending are in parts of
 * their own. If `units` is less than the outputs hold, the last parts have less; a part that would
 * have nothing is merged into the previous one. Extra units go to the first part.
 */
export function partsOf(
  own: readonly SeenOutput[],
  units: Units,
  { atMost, partCost }: { readonly atMost: number; readonly partCost: Units },
): readonly Part[] {
  const sorted = own.toSorted((a, b) => Number(b.units - a.units));
  const worth = sorted.filter((one) => one.units > partCost);
  const groups = [worth, sorted.slice(worth.length)].flatMap((all) => inGroups(all, atMost));
  if (groups.length === 0) return [{ outputs: [], units }];
  const parts: Part[] = [];
  let left: bigint = units;
  for (const outputs of groups) {
    const given = left < sumOf(outputs) ? left : sumOf(outputs);
    left -= given;
    const before = given === 0n ? parts.pop() : undefined;
    parts.push({
      outputs: [...(before?.outputs ?? []), ...outputs],
      units: asUnits((before?.units ?? 0n) + given),
    });
  }
  return parts.map((part, index) =>
    index === 0 ? { ...part, units: asUnits(part.units + left) } : part,
  );
}

function inGroups<T>(all: readonly T[], atMost: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(all.length / atMost) }, (_, index) =>
    all.slice(index * atMost, (index + 1) * atMost),
  );
}

/** The sum of these outputs that are as deep as their use required. */
async function deepOf(
  ports: TransferPorts,
  route: Route,
  used: readonly SeenOutput[],
  signal: AbortSignal,
): Promise<bigint> {
  let units = 0n;
  const byUse = Map.groupBy(used, ({ use }) => (use?.kind === 'refund' ? use.id : 'route'));
  for (const outputs of byUse.values())
    if (await isDeep(ports, route, outputs, signal)) units += sumOf(outputs);
  return units;
}

/**
 * Refunds of whole outputs that are in no transaction. A refund whose transaction a reorg could
 * bring back is left as it is.
 */
async function neverSent(tx: TransferUnit, deposit: Deposit): Promise<readonly DepositRefund[]> {
  const unsent = deposit.refunds.filter((one) => isUnsent(one) && !one.isRest);
  const found: DepositRefund[] = [];
  for (const one of unsent)
    if ((await tx.transactions.transactionsOf(one.id)).length === 0) found.push(one);
  return found;
}

function creditedOf({ outputs }: Pick<Deposit, 'outputs'>): readonly SeenOutput[] {
  return outputs.filter(isForRoute);
}

/** The outputs that back the refund: its own, or for a rest all used ones. */
function backingOf(
  deposit: Pick<Deposit, 'outputs'>,
  refund: DepositRefund,
): readonly SeenOutput[] {
  return refund.isRest
    ? usedOf(deposit)
    : deposit.outputs.filter((one) => isForRefund(one, refund));
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
