import { callOf, type ErrorCode, faultInLog, isRelayError, type PlanStep } from '@interline/kernel';
import { StaleTransaction } from '../../transactions/index.ts';
import { portsOf, type TransferPorts } from '../ports.ts';
import { StaleRoute } from '../repository.ts';
import { type Route, stages } from '../route.ts';
import { advanceDeposit, takenBack } from '../deposit/advance-deposit.ts';
import { advanceFunding } from '../funding/advance-funding.ts';
import { advanceDepositRefund } from '../deposit/advance-deposit-refund.ts';
import { advanceCall } from './advance-call.ts';
import { advancePayout } from './advance-payout.ts';
import { advancePull } from './advance-pull.ts';
import { advanceRefund } from './advance-refund.ts';
import { advanceTrack, advanceWaiting } from './advance-track.ts';
import { finishRoute } from './end-route.ts';
import { leaveGoneChain } from './leave-gone-chain.ts';
import { needsRenewal, renewPlan } from './leave-rail.ts';
import { type Advance, later, moved, waitForOperator } from './advance.ts';

/**
 * Advances routes, each at most once at a time in this process. A fault delays a route and never
 * ends it.
 */
export class RouteRunner {
  readonly #ports: TransferPorts;
  readonly #stop: AbortSignal;
  readonly #running = new Map<string, Promise<Advance>>();

  constructor(ports: TransferPorts, stop: AbortSignal) {
    this.#ports = ports;
    this.#stop = stop;
  }

  /** Joins the current run, if any. */
  run(id: string, patienceMs: number = this.#ports.policy.patienceMs): Promise<Advance> {
    return this.#running.get(id) ?? this.#start(id, patienceMs, false);
  }

  /** An operator's run after the current one. It also sends a refund that is held permanently. */
  async release(id: string): Promise<Advance> {
    await this.#running.get(id);
    return this.#running.get(id) ?? this.#start(id, this.#ports.policy.patienceMs, true);
  }

  isRunning(id: string): boolean {
    return this.#running.has(id);
  }

  #start(id: string, patienceMs: number, isReleased: boolean): Promise<Advance> {
    const run = this.#guarded(id, { patienceMs, isReleased }).finally(() =>
      this.#running.delete(id),
    );
    this.#running.set(id, run);
    return run;
  }

  async #guarded(id: string, options: RunOptions): Promise<Advance> {
    const { clock, log, policy } = this.#ports;
    try {
      return await advanceRoute(this.#ports, id, options, this.#stop);
    } catch (error) {
      if (isRelayError(error) && waits.includes(error.code))
        log.debug('route-waits', { routeId: id, code: error.code });
      else log.warn('advance-failed', { routeId: id, ...faultInLog(error) });
      return later(clock.now() + policy.retryAfterMs);
    }
  }
}

interface RunOptions {
  readonly patienceMs: number;
  /** Requested by an operator. */
  readonly isReleased: boolean;
}
/** Codes that only an operator resolves. */
const waits: readonly ErrorCode[] = ['ACCOUNT_STOPPED', 'PAUSED'];

/** Maximum moves of a route per run. Beyond that it is interrupted, and its next run continues. */
const movesAtMost = 64;

/**
 * Advances a route as far as possible now. It may run in several processes at once: every unit is
 * guarded by the route's version, so that of two racing units one commits and the other reads
 * again.
 */
async function advanceRoute(
  ports: TransferPorts,
  id: string,
  options: RunOptions,
  signal: AbortSignal,
): Promise<Advance> {
  let route = await ports.store.reads.transfers.route(id);
  if (route === null) return later(ports.clock.now());
  for (let moves = 0; moves < movesAtMost; moves += 1) {
    if (route.phase === 'ended') return { kind: 'ended', route };
    if (route.stage === stages.quarantined)
      return later(ports.clock.now() + ports.policy.refundRetryMs);
    const advance: Advance = await advanceTraced(ports, route, options, signal).catch(
      (error: unknown) => {
        if (error instanceof StaleRoute || error instanceof StaleTransaction)
          return later(ports.clock.now());
        throw error;
      },
    );
    if (advance.kind !== 'moved') return advance;
    route = advance.route;
  }
  return later(ports.clock.now());
}

/** One look at a route; recorded in its trace if the route moved. */
function advanceTraced(
  ports: TransferPorts,
  route: Route,
  options: RunOptions,
  signal: AbortSignal,
): Promise<Advance> {
  const { trace, phase, plan, cursor, rail } = route;
  if (trace === undefined) return advancePhase(ports, route, options, signal);
  const step = phase === 'running' ? plan.steps[cursor]?.kind : undefined;
  return ports.tracer.resume({ name: `settle ${step ?? phase}`, rail }, trace, async (span) => {
    const advance = await advancePhase(ports, route, options, signal);
    if (advance.kind === 'later') span.quiet();
    else span.say({ outcome: advance.route.stage });
    return advance;
  });
}

const keysUnknownAdvice =
  'this process does not have the keys that the route was accepted with: restart it after a change of keys, or add them to keys.former';

async function advancePhase(
  given: TransferPorts,
  route: Route,
  { patienceMs, isReleased }: RunOptions,
  signal: AbortSignal,
): Promise<Advance> {
  // Before anything was started with the keys of its time.
  if (route.phase === 'funding') return advanceFunding(given, route, signal);
  const ports = portsOf(given, route);
  // Another instance may already run with new keys while this one has the old ones.
  if (ports === null) {
    given.log.error('keys-unknown', { routeId: route.id, advice: keysUnknownAdvice });
    return later(given.clock.now() + given.policy.refundRetryMs);
  }
  const gone = await leaveGoneChain(ports, route);
  if (gone !== null) return gone;
  switch (route.phase) {
    case 'pulling':
      return advancePull(ports, route, patienceMs, signal);
    case 'running':
      return advanceSteps(ports, route, patienceMs, signal);
    case 'refunding':
      return route.mode === 'deposit'
        ? advanceDepositRefund(ports, route, signal)
        : advanceRefund(ports, route, patienceMs, signal, isReleased);
    case 'ended':
      return { kind: 'ended', route };
  }
}

/** Runs the plan's current step. */
async function advanceSteps(
  ports: TransferPorts,
  route: Route,
  patienceMs: number,
  signal: AbortSignal,
): Promise<Advance> {
  if (needsRenewal(route) && !(await hasBegun(ports, route)))
    return renewPlan(ports, route, signal);
  const step: PlanStep | undefined = route.plan.steps[route.cursor];
  if (step === undefined) return afterLastStep(ports, route);
  switch (step.kind) {
    case 'reserve':
      return nextStep(ports, route);
    case 'payout':
      return (
        (await takenBack(ports, route, signal)) ??
        advancePayout(ports, route, step, patienceMs, signal)
      );
    case 'call':
    case 'deposit':
      return advanceCall(ports, route, callOf(step), patienceMs, signal);
    case 'await-deposit':
      return route.mode === 'deposit' && !route.isSimulated
        ? advanceDeposit(ports, route, signal)
        : advanceWaiting(ports, route, step, signal);
    case 'await-funds':
      return advanceWaiting(ports, route, step, signal);
    case 'track':
      return advanceTrack(ports, route, step, patienceMs, signal);
  }
}

/** Whether a step was already sent; then the original plan is finished. */
async function hasBegun(ports: TransferPorts, route: Route): Promise<boolean> {
  return (await ports.store.reads.transactions.transactionsOf(route.id)).some(
    (transaction) => transaction.step >= 0 && transaction.state !== 'displaced',
  );
}

async function nextStep(ports: TransferPorts, route: Route): Promise<Advance> {
  const next = await ports.store.run('next-step', (tx) =>
    tx.transfers.moveRoute(route, { cursor: route.cursor + 1 }, ports.clock.now()),
  );
  return moved(next);
}

/**
 * A plan whose last step is over without a seen arrival is not done: an operator looks at it. A
 * simulated route is done, since there is nothing to see.
 */
async function afterLastStep(ports: TransferPorts, route: Route): Promise<Advance> {
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
  return waitForOperator(ports, route, 'verify-delivery', () =>
    ports.log.error('delivery-unseen', { routeId: route.id }),
  );
}
