import {
  isRelayError,
  type JsonObject,
  type PlanStep,
  type Progress,
  type TrackStep,
} from '@interline/kernel';
import type { TransferPorts } from '../ports.ts';
import { type Route, stages, waitingStages } from '../route.ts';
import { failRoute, finishRoute } from './end-route.ts';
import { settleArrival } from './settle-arrival.ts';
import { oweRest, settleGivenBack } from './settle-given-back.ts';
import { type Advance, later, moved } from './advance.ts';
import { awaitRecall, recallOverdue, type RecallState } from './advance-recall.ts';

/**
 * Asks the rail for the state of the transfer. Its answer is only a hint: a real route ends only
 * through what was seen on chain. An overdue transfer without a seen delivery is recalled if its
 * plan allows it, even if its rail says something else or does not answer.
 */
export async function advanceTrack(
  ports: TransferPorts,
  route: Route,
  step: TrackStep,
  patienceMs: number,
  signal: AbortSignal,
): Promise<Advance> {
  const recall = await awaitRecall(ports, route, patienceMs, signal);
  if (recall.kind === 'under-way') return recall.advance;
  const { advance, isOpen } = await advanceTold(ports, route, step, recall, signal);
  if (!isOpen || !isPastDue(ports, route)) return advance;
  return (await recallOverdue(ports, route.id, step, recall, signal)) ?? advance;
}

/**
 * What the rail's answer did to the route; the route stays open while the chains show no end of it.
 */
interface Told {
  readonly advance: Advance;
  readonly isOpen: boolean;
}

async function advanceTold(
  ports: TransferPorts,
  route: Route,
  step: TrackStep,
  recall: RecallState,
  signal: AbortSignal,
): Promise<Told> {
  const ref =
    route.srcTx === null || route.isSimulated ? step.ref : { ...step.ref, srcTx: route.srcTx };
  const progress = await railProgress(ports, route, ref, signal);
  // Its engine may be silent, report it as delivered, or name a transaction that brought nothing.
  const isRecalled = recall.kind === 'recalled';
  if (isRecalled) {
    const back = await settleGivenBack(ports, route, progress ?? {}, signal, { isRecalled });
    if (back !== null) return over(back);
  }
  if (progress === null) return open(unanswered(ports, route, step));
  if (route.isSimulated) return over(await advanceSimulated(ports, route, step, progress));
  // A part came back, so there is no delivery. Only the rest of the money ends the route, even if
  // the rail now says something else.
  if (route.givenBack !== null && progress.status !== 'FAILED')
    return open(unseen(ports, route, step, progress));
  switch (progress.status) {
    case 'DONE': {
      const settled = await settleArrival(ports, route, progress.destTx, signal);
      return settled === null ? open(unseen(ports, route, step, progress)) : over(settled);
    }
    case 'FAILED': {
      const settled = await settleFailure(ports, route, progress, { isRecalled }, signal);
      return settled === null ? open(unseen(ports, route, step, progress)) : over(settled);
    }
    case 'WAITING':
    case 'BRIDGING':
    case 'FUNDS_REQUIRED':
    case 'AWAITING_DEPOSIT':
      return open(
        isSaidToGoBack(step, progress) && !isRecalled
          ? unseen(ports, route, step, progress)
          : underWay(ports, route, step, progress, recall),
      );
  }
}

async function open(advance: Promise<Advance>): Promise<Told> {
  return { advance: await advance, isOpen: true };
}

function over(advance: Advance): Told {
  return { advance, isOpen: false };
}

async function advanceSimulated(
  ports: TransferPorts,
  route: Route,
  step: TrackStep,
  progress: Progress,
): Promise<Advance> {
  const srcTx = progress.srcTx ?? route.srcTx;
  const destTx = progress.destTx ?? route.destTx;
  switch (progress.status) {
    case 'DONE':
      return {
        kind: 'ended',
        route: await ports.store.run('finish-simulated', (tx) =>
          finishRoute(ports, tx, route, { srcTx, destTx, delivered: route.plan.output }),
        ),
      };
    case 'FAILED':
      return { kind: 'ended', route: await failed(ports, route, progress) };
    case 'WAITING':
    case 'BRIDGING':
    case 'FUNDS_REQUIRED':
    case 'AWAITING_DEPOSIT':
      await noteProgress(ports, route, { stage: progress.stage, srcTx, destTx });
      return later(ports.clock.now() + step.pollMs);
  }
}

/**
 * Null if the failure cannot be seen on chain yet. `isRecalled`: the returned money was already
 * searched for.
 */
async function settleFailure(
  ports: TransferPorts,
  route: Route,
  progress: Progress,
  { isRecalled }: { readonly isRecalled: boolean },
  signal: AbortSignal,
): Promise<Advance | null> {
  // Nothing of ours went in, so there is nothing to see.
  if (route.credited === null)
    return { kind: 'ended', route: await failed(ports, route, progress) };
  const { destTx, refundTx } = progress;
  if (destTx !== undefined && refundTx === undefined && route.givenBack === null) {
    return settleArrival(ports, route, destTx, signal, { mayBeOther: true });
  }
  return isRecalled ? null : settleGivenBack(ports, route, progress, signal);
}

async function failed(ports: TransferPorts, route: Route, { stage }: Progress): Promise<Route> {
  return ports.store.run('track-failed', (tx) =>
    failRoute(ports, tx, route, {
      // A simulated transfer ends like a live one whose payer is refunded in full.
      ...(route.isSimulated
        ? { code: 'REFUNDED', reason: 'the simulation was asked to fail; nothing was moved' }
        : { code: 'NO_ROUTE', reason: 'the rail reports that the transfer failed' }),
      stage,
    }),
  );
}

/** A transfer that takes far longer than usual is shown as overdue and polled less often. */
async function underWay(
  ports: TransferPorts,
  route: Route,
  step: TrackStep,
  progress: Progress,
  recall: RecallState,
): Promise<Advance> {
  const isOverdue = isPastDue(ports, route);
  if (isOverdue && route.stage !== stages.overdue && recall.kind !== 'recalled')
    ports.log.error('transfer-overdue', {
      routeId: route.id,
      rail: route.rail,
      stage: progress.stage,
    });
  const stage = isOverdue ? stages.overdue : progress.stage;
  // The chain shows that it is never delivered, even if its rail says otherwise meanwhile.
  await noteProgress(ports, route, {
    stage: recall.kind === 'recalled' ? stages.refunding : stage,
  });
  return later(
    ports.clock.now() +
      (isOverdue ? Math.max(step.pollMs, ports.policy.refundRetryMs) : step.pollMs),
  );
}

/**
 * A transfer that we can recall ourselves is returned only by our own recall; a rail's claim about
 * that is an end that the chain does not show.
 */
function isSaidToGoBack({ recall }: TrackStep, { stage }: Progress): boolean {
  return recall !== undefined && stage === stages.refunding;
}

function isPastDue({ clock, policy }: TransferPorts, route: Route): boolean {
  return clock.now() - route.createdAtMs > policy.overdueAfterMs;
}

/**
 * The rail does not answer now and is polled again, less often if it was removed from the
 * deployment.
 */
async function unanswered(
  ports: TransferPorts,
  route: Route,
  step: Pick<TrackStep, 'pollMs'>,
): Promise<Advance> {
  const isGone = !route.isSimulated && ports.registry.byId(route.railPackage) === undefined;
  const nowMs = ports.clock.now();
  if (!isGone && !isPastDue(ports, route)) return later(nowMs + ports.policy.retryAfterMs);
  if (route.stage !== stages.verifying && route.stage !== stages.overdue) {
    ports.log.warn(isGone ? 'rail-gone' : 'transfer-overdue', {
      routeId: route.id,
      rail: route.rail,
    });
    await noteProgress(ports, route, { stage: isGone ? stages.verifying : stages.overdue });
  }
  return later(nowMs + Math.max(step.pollMs, ports.policy.refundRetryMs));
}

/**
 * The rail reports an end that the chain does not show. Neither is believed, and both are read
 * again.
 */
async function unseen(
  ports: TransferPorts,
  route: Route,
  step: TrackStep,
  progress: Progress,
): Promise<Advance> {
  if (route.stage !== stages.verifying)
    ports.log.warn('outcome-unseen', {
      routeId: route.id,
      rail: route.rail,
      stage: progress.stage,
    });
  await noteProgress(ports, route, { stage: stages.verifying });
  const isDue = isPastDue(ports, route);
  if (isDue && route.givenBack !== null) await oweRest(ports, route);
  const { refundRetryMs, retryAfterMs } = ports.policy;
  return later(ports.clock.now() + Math.max(step.pollMs, isDue ? refundRetryMs : retryAfterMs));
}

async function noteProgress(
  ports: TransferPorts,
  route: Route,
  change: Pick<Partial<Route>, 'stage' | 'srcTx' | 'destTx'>,
): Promise<void> {
  const isNews = Object.entries(change).some(
    ([field, value]) => route[field as keyof typeof change] !== value,
  ); // CAST: the change's own fields.
  if (isNews)
    await ports.store.run('note-progress', (tx) =>
      tx.transfers.moveRoute(route, change, ports.clock.now()),
    );
}

type WaitingStep = Extract<PlanStep, { kind: 'await-deposit' | 'await-funds' }>;

const pollMs = 2_000;

/** We send nothing until the rail sees the deposit or the operator's funds. */
export async function advanceWaiting(
  ports: TransferPorts,
  route: Route,
  step: WaitingStep,
  signal: AbortSignal,
): Promise<Advance> {
  const nowMs = ports.clock.now();
  const progress = await railProgress(ports, route, step.ref ?? {}, signal);
  switch (progress?.status) {
    case 'BRIDGING':
    case 'DONE':
      return moved(
        await ports.store.run('deposit-seen', (tx) =>
          tx.transfers.moveRoute(
            route,
            {
              status: 'BRIDGING',
              stage: progress.stage,
              cursor: route.cursor + 1,
              srcTx: progress.srcTx ?? route.srcTx,
            },
            nowMs,
          ),
        ),
      );
    case 'FAILED': {
      const failed = await ports.store.run('deposit-missed', (tx) =>
        failRoute(ports, tx, route, {
          code: 'DEPOSIT_EXPIRED',
          reason: 'the deposit did not arrive in time',
          stage: stages.depositExpired,
        }),
      );
      return { kind: 'ended', route: failed };
    }
    case undefined:
      return unanswered(ports, route, { pollMs });
    case 'WAITING':
    case 'FUNDS_REQUIRED':
    case 'AWAITING_DEPOSIT':
      // The rail answers again.
      if (route.stage === stages.verifying || route.stage === stages.overdue)
        await noteProgress(ports, route, { stage: progress.stage });
      return later(nowMs + pollMs);
  }
}

/**
 * The state of the transfer according to the route's rail; null if the rail was removed or does not
 * answer now.
 */
async function railProgress(
  { registry, log }: Pick<TransferPorts, 'registry' | 'log'>,
  route: Route,
  ref: JsonObject,
  signal: AbortSignal,
): Promise<Progress | null> {
  const rail = route.isSimulated ? registry.sandbox : registry.byId(route.railPackage);
  if (rail === undefined) return null;
  try {
    const progress = await rail.track(ref, signal);
    return { ...progress, stage: ownStage(progress) };
  } catch (error) {
    log.warn('track-failed', {
      routeId: route.id,
      rail: route.rail,
      code: isRelayError(error) ? error.code : 'RAIL_FAULT',
    });
    return null;
  }
}

/** A rail's own stage, except for stages that would hand the route to an operator. */
function ownStage({ stage }: Progress): string {
  return waitingStages.includes(stage) && stage !== stages.overdue ? stages.sending : stage;
}
