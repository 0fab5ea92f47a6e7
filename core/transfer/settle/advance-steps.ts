import type { PlanStep } from '@interline/kernel';
import type { TransferPorts } from '../ports.ts';
import { type Route, stages } from '../route.ts';
import { advanceCall } from './advance-call.ts';
import { advancePayout } from './advance-payout.ts';
import { advanceTrack } from './advance-track.ts';
import { advanceWaiting } from './advance-waiting.ts';
import { finishRoute } from './end-route.ts';
import { needsRenewal, renewPlan } from './renew-plan.ts';
import { moved, type Turn } from './turn.ts';

/** Runs the plan's step at the cursor. */
export async function advanceSteps(
  ports: TransferPorts,
  route: Route,
  patienceMs: number,
  signal: AbortSignal,
): Promise<Turn> {
  if (needsRenewal(route) && !(await hasBegun(ports, route)))
    return renewPlan(ports, route, signal);
  const step: PlanStep | undefined = route.plan.steps[route.cursor];
  if (step === undefined) return verifying(ports, route);
  switch (step.kind) {
    case 'reserve':
      return nextStep(ports, route);
    case 'payout':
      return advancePayout(ports, route, step, patienceMs, signal);
    case 'call':
      return advanceCall(ports, route, step, patienceMs, signal);
    case 'await-deposit':
    case 'await-funds':
      return advanceWaiting(ports, route, step, signal);
    case 'track':
      return advanceTrack(ports, route, step, signal);
  }
}

/** A first step that is already on chain is finished as it was planned. */
async function hasBegun(ports: TransferPorts, route: Route): Promise<boolean> {
  return (await ports.store.reads.transactions.transactionsOf(route.id)).some(
    (transaction) => transaction.step >= 0 && transaction.state !== 'displaced',
  );
}

async function nextStep(ports: TransferPorts, route: Route): Promise<Turn> {
  const next = await ports.store.run('next-step', (tx) =>
    tx.transfers.moveRoute(route, { cursor: route.cursor + 1 }, ports.clock.now()),
  );
  return moved(next);
}

/**
 * A plan that ran out without an arrival that could be seen is not done: an operator looks at it. A
 * simulated one has nothing to see.
 */
async function verifying(ports: TransferPorts, route: Route): Promise<Turn> {
  if (route.isSimulated) {
    const done = await ports.store.run('finish-simulated', (tx) =>
      finishRoute(ports, tx, route, {
        srcTx: route.srcTx,
        destTx: route.destTx,
        delivered: route.plan.output,
      }),
    );
    return { kind: 'ended', route: done };
  }
  if (route.stage !== stages.verifying) {
    await ports.store.run('verify-delivery', (tx) =>
      tx.transfers.moveRoute(route, { stage: stages.verifying }, ports.clock.now()),
    );
    ports.log.error('delivery-unseen', { routeId: route.id });
  }
  return { kind: 'later', atMs: ports.clock.now() + ports.policy.refundRetryMs };
}
