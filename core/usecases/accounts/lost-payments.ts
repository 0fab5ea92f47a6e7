import {
  asUnits,
  chainFamily,
  type ChainRef,
  evmAddress,
  finalityOf,
  type Route,
  stages,
  type TokenRef,
} from '@interline/domain';
import type { JournalWriter, Payment } from '@interline/ports';
import { failRoute, finishRoute } from '../advance/end-route.ts';
import type { MoneyPorts } from '../money/money-ports.ts';
import { claimId, holdId } from '../money/route-reservations.ts';
import { keepQuarantined } from './keep-quarantined.ts';

/** What our accounts have paid since a route was accepted, in transactions that the store does not know. */
export interface LostPayments {
  readonly toRecipient: readonly Payment[];
  readonly toPayer: readonly Payment[];
}

/** How far our clock may be ahead of a chain's. */
const clockSlackSec = 3_600;

export async function lostPayments(
  ports: MoneyPorts,
  { order, createdAtMs }: Route,
  signal: AbortSignal,
): Promise<LostPayments> {
  const sinceSec = Math.floor(createdAtMs / 1_000) - clockSlackSec;
  const search = (token: TokenRef, to: string): Promise<readonly Payment[]> =>
    lostTo(ports, token, to, sinceSec, signal);
  const [toRecipient, toPayer] = await Promise.all([
    search(order.to, order.recipient),
    search(order.from, order.payer),
  ]);
  return { toRecipient, toPayer };
}

async function lostTo(
  { custody, reader, policy }: MoneyPorts,
  token: TokenRef,
  to: string,
  sinceSec: number,
  signal: AbortSignal,
): Promise<readonly Payment[]> {
  if (chainFamily(token.chain) !== 'eip155') return [];
  const from = [custody.account('spender'), custody.account('float')];
  const search = { token: evmAddress(token.address), from, to: evmAddress(to), sinceSec };
  const found = await custody.paymentsSince(token.chain, search, signal);
  if (found === null) throw keepQuarantined('it was accepted too long ago to be looked for on the chain');
  const known = await Promise.all(found.map(({ hash }) => reader.envelope(hash)));
  const lost = found.filter((_payment, index) => known[index] === null);
  const { confirmations } = finalityOf(policy.finality, token.chain);
  if (lost.some(({ depth }) => depth < confirmations))
    throw keepQuarantined('the chain shows a payment that is not deep enough yet');
  return lost;
}

/**
 * Within the caller's unit: ends the route by what was paid without the store; null where that is another
 * route's, or nothing.
 */
export async function settleLost(
  ports: MoneyPorts,
  tx: JournalWriter,
  route: Route,
  lost: LostPayments,
): Promise<Route | null> {
  const { id, order, plan, owed, credited, failure } = route;
  const delivery = await firstOwn(tx, order.lane.to, lost.toRecipient, id);
  if (delivery !== null) {
    assertPlanned(delivery, plan.output, 'recipient');
    await settleIfOpen(tx, id, claimId(id), delivery.block);
    return finishRoute(ports, tx, route, {
      srcTx: route.srcTx,
      destTx: delivery.hash,
      delivered: delivery.units,
    });
  }
  const refund = await firstOwn(tx, order.lane.from, lost.toPayer, id);
  if (refund === null) return null;
  const due = owed ?? credited ?? order.amount;
  assertPlanned(refund, due, 'payer');
  await settleIfOpen(tx, id, holdId(id), refund.block);
  const reason = failure?.reason ?? 'the transfer could not be completed';
  return failRoute(
    ports,
    tx,
    route,
    { code: 'REFUNDED', reason, stage: stages.refunded },
    { refundTx: refund.hash, owed: asUnits(due) },
  );
}

/** The first that is no other route's. */
async function firstOwn(
  tx: JournalWriter,
  chain: ChainRef,
  payments: readonly Payment[],
  routeId: string,
): Promise<Payment | null> {
  for (const one of payments) if (await tx.creditDelivery(chain, one.hash, one.logIndex, routeId)) return one;
  return null;
}

function assertPlanned({ units, hash }: Payment, planned: bigint, to: 'recipient' | 'payer'): void {
  if (units === planned) return;
  throw keepQuarantined(
    `the chain shows ${units} to the ${to} in ${hash}, which the store does not know, where ${planned} is due`,
  );
}

async function settleIfOpen(
  tx: JournalWriter,
  routeId: string,
  reservationId: string,
  block: number,
): Promise<void> {
  const open = (await tx.reservationsOf(routeId)).some(
    (one) => one.id === reservationId && one.state === 'open',
  );
  if (open) await tx.settleReservation(reservationId, block);
}
