import { announceEvent } from './announce-event.ts';
import { asUnits, type ErrorCode } from '@interline/kernel';
import type { TransferUnit } from '../repository.ts';
import { isGasReservation } from '../../transactions/index.ts';
import type { TransferPorts } from '../ports.ts';
import { type Route, type RouteChange, stages } from '../route.ts';
import { recordOf } from './record-of.ts';
import { holdId } from './route-reservations.ts';

export interface Failure {
  readonly code: ErrorCode;
  readonly reason: string;
  readonly stage: string;
}

/**
 * Within the caller's unit: the route ends with nothing owed. Everything that was set aside and did
 * not leave is free again.
 */
export async function failRoute(
  ports: TransferPorts,
  tx: TransferUnit,
  route: Route,
  failure: Failure,
  change: RouteChange = {},
): Promise<Route> {
  const nowMs = ports.clock.now();
  for (const reservation of await tx.transactions.reservationsOf(route.id)) {
    if (reservation.state === 'open' && !isGasReservation(reservation))
      await tx.transactions.releaseReservation(reservation.id);
  }
  const failed = await tx.transfers.moveRoute(
    route,
    {
      ...change,
      status: 'FAILED',
      stage: failure.stage,
      phase: 'ended',
      failure: { code: failure.code, reason: failure.reason },
    },
    nowMs,
  );
  await tx.books.clearLiability(route.id);
  await keepRecord(tx, route, failed);
  await announceEvent(tx, {
    id: `ev_${route.id}_${failed.version}`,
    kind: 'route.failed',
    routeId: route.id,
    srcTx: failed.srcTx,
    destTx: failed.destTx,
    atMs: nowMs,
  });
  return failed;
}

export interface SeenArrival {
  readonly srcTx: string | null;
  readonly destTx: string | null;
  readonly delivered: bigint;
  /** A reorg could still take it: what was pulled stays set aside until it is final. */
  readonly isFresh?: boolean;
}

/** Within the caller's unit: what was seen to arrive is booked and the route is done. */
export async function finishRoute(
  ports: TransferPorts,
  tx: TransferUnit,
  route: Route,
  seen: SeenArrival,
): Promise<Route> {
  const nowMs = ports.clock.now();
  if (seen.isFresh !== true) await tx.transactions.releaseReservation(holdId(route.id));
  const done = await tx.transfers.moveRoute(
    route,
    {
      status: 'DONE',
      stage: stages.delivered,
      phase: 'ended',
      srcTx: seen.srcTx,
      destTx: seen.destTx,
      delivered: asUnits(seen.delivered),
    },
    nowMs,
  );
  await keepRecord(tx, route, done);
  await announceEvent(tx, {
    id: `ev_${route.id}_${done.version}`,
    kind: 'route.done',
    routeId: route.id,
    srcTx: done.srcTx,
    destTx: done.destTx,
    atMs: nowMs,
  });
  return done;
}

async function keepRecord(tx: TransferUnit, before: Route, ended: Route): Promise<void> {
  const record = recordOf(before, ended);
  if (record !== null) await tx.transfers.putTransferRecord(record);
}
