import { evmAddress, evmChainId, isRelayError, type PlanStep, type Progress, type Route, stages } from '@interline/domain';
import type { MoneyPorts } from '../money/money-ports.ts';
import { failRoute, finishRoute } from './end-route.ts';
import { later, type Turn } from './turn.ts';

type TrackStep = Extract<PlanStep, { kind: 'track' }>;

/** Asks the rail where the transfer stands. Its DONE is a hint: only an arrival seen on chain ends a real route. */
export async function advanceTrack(ports: MoneyPorts, route: Route, step: TrackStep, signal: AbortSignal): Promise<Turn> {
  const nowMs = ports.clock.now();
  const progress = await progressOf(ports, route, step, signal);
  if (progress === null) return later(nowMs + ports.policy.retryAfterMs);
  switch (progress.status) {
    case 'DONE':
      return arrived(ports, route, progress, signal);
    case 'FAILED': {
      const failed = route.isSimulated || route.credited === null
        ? await ports.work.run('track-failed', (tx) => failRoute(ports, tx, route, { code: 'NO_ROUTE', reason: 'the rail reports that the transfer failed', stage: progress.stage }))
        : await ports.work.run('verify-failure', (tx) => tx.moveRoute(route, { stage: stages.verifying, cursor: route.plan.steps.length }, nowMs));
      return failed.phase === 'ended' ? { kind: 'ended', route: failed } : later(nowMs + ports.policy.refundRetryMs);
    }
    case 'WAITING':
    case 'BRIDGING':
    case 'FUNDS_REQUIRED':
    case 'AWAITING_DEPOSIT':
      await note(ports, route, progress);
      return later(nowMs + step.pollMs);
  }
}

async function progressOf(ports: MoneyPorts, route: Route, step: TrackStep, signal: AbortSignal): Promise<Progress | null> {
  const rail = railOf(ports, route);
  if (rail === undefined) return null;
  return rail.track(step.ref, signal).catch((error: unknown) => {
    ports.log.warn('track-failed', { routeId: route.id, rail: route.rail, code: isRelayError(error) ? error.code : 'RAIL_FAULT' });
    return null;
  });
}

export function railOf(ports: Pick<MoneyPorts, 'registry'>, route: Route) {
  return route.isSimulated ? ports.registry.sandbox : ports.registry.byId(route.railPackage);
}

async function note(ports: MoneyPorts, route: Route, progress: Progress): Promise<void> {
  const change = { stage: progress.stage, srcTx: progress.srcTx ?? route.srcTx, destTx: progress.destTx ?? route.destTx };
  if (change.stage === route.stage && change.srcTx === route.srcTx && change.destTx === route.destTx) return;
  await ports.work.run('note-progress', (tx) => tx.moveRoute(route, change, ports.clock.now()));
}

async function arrived(ports: MoneyPorts, route: Route, progress: Progress, signal: AbortSignal): Promise<Turn> {
  const srcTx = progress.srcTx ?? route.srcTx;
  if (route.isSimulated) {
    const done = await ports.work.run('finish-simulated', (tx) => finishRoute(ports, tx, route, { srcTx, destTx: progress.destTx ?? null, delivered: route.plan.output }));
    return { kind: 'ended', route: done };
  }
  const seen = progress.destTx === undefined ? null : await arrivalOf(ports, route, progress.destTx, signal);
  if (seen === null) return unseen(ports, route, progress);
  const ended = await ports.work.run('settle-delivery', async (tx) => {
    if (!await tx.creditDelivery(route.order.lane.to, seen.hash, seen.logIndex, route.id)) return null;
    if (seen.units < route.order.minOutput) {
      return failRoute(ports, tx, route, { code: 'DELIVERED_BELOW_MIN', reason: `${seen.units} arrived, ${route.order.minOutput} was agreed`, stage: stages.belowMin }, { destTx: seen.hash });
    }
    return finishRoute(ports, tx, route, { srcTx, destTx: seen.hash, delivered: seen.units });
  });
  return ended === null ? unseen(ports, route, progress) : { kind: 'ended', route: ended };
}

interface Arrival {
  readonly hash: string;
  readonly logIndex: number;
  readonly units: bigint;
}

/** The Transfer to the recipient in the named transaction, read from the chain; null where none is to be seen. */
async function arrivalOf(ports: MoneyPorts, route: Route, destTx: string, signal: AbortSignal): Promise<Arrival | null> {
  const { order } = route;
  if (evmChainId(order.lane.to) === null || !/^0x[0-9a-fA-F]{64}$/.test(destTx)) return null;
  const account = ports.custody.account('spender');
  const effect = {
    id: `arrival_${route.id}`, routeId: route.id, step: route.cursor, purpose: 'payout' as const, chain: order.lane.to, role: 'spender' as const, account,
    nonce: 0, state: 'open' as const, expects: null, minedHash: null, minedBlock: null, isFinal: false, createdAtMs: 0,
  };
  const reading = await ports.custody.observe(order.lane.to, [{ effect, hashes: [destTx as `0x${string}`] }], signal).catch(() => null);
  const mined = reading?.effects[0]?.mined;
  if (mined == null || !mined.isSuccess) return null;
  const transfer = mined.transfers.find((one) => one.token === order.to.address && one.to === evmAddress(order.recipient));
  return transfer === undefined ? null : { hash: mined.hash, logIndex: transfer.logIndex, units: transfer.units };
}

async function unseen(ports: MoneyPorts, route: Route, progress: Progress): Promise<Turn> {
  if (route.stage !== stages.verifying) await note(ports, route, { ...progress, stage: stages.verifying });
  return later(ports.clock.now() + ports.policy.retryAfterMs);
}
