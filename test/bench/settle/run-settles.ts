import { startCpuMeter } from '../cpu/cpu-meter.ts';
import { closedLoop } from '../load/closed-loop.ts';
import { HttpLink } from '../load/http-link.ts';
import { usdcOf } from '../scene/bench-payers.ts';
import type { BenchScene } from '../scene/bench-scene.ts';
import { PollPace } from './poll-pace.ts';
import { presignedRoutes } from './presigned-routes.ts';
import { joined, type Run } from './run.ts';
import { type Settled, settleRoute } from './settle-route.ts';

export interface SettleRun extends Run {
  /** Of each route: from the POST to its answer. */
  readonly acceptedMs: readonly number[];
  readonly polls: number;
  /** Each in the service's words, or what the chain says against its receipts. */
  readonly failures: readonly string[];
}

/** Does the timed work once; what it does before and after is not timed. */
export type Around = (work: () => Promise<void>) => Promise<void>;

/**
 * Routes through HTTP, so many at once, until each client read DONE; then the destination chain is
 * asked what arrived.
 */
export async function runSettles(
  scene: BenchScene,
  routes: number,
  concurrency: number,
  around: Around = (work) => work(),
): Promise<SettleRun> {
  const presigned = await presignedRoutes(scene, routes);
  const heldBefore = await paidOut(scene);
  const link = new HttpLink(scene.service.url, concurrency);
  const pace = new PollPace(concurrency);
  const tasks = presigned.map((route) => () => settleRoute(link, pace, route));
  let run: Pick<SettleRun, 'tookMs' | 'cpu'> & { readonly results: readonly Settled[] } = {
    results: [],
    tookMs: 0,
    cpu: null,
  };
  await around(async () => {
    const meter = startCpuMeter(scene.pids);
    const loop = await closedLoop(tasks, concurrency);
    run = { ...loop, cpu: meter.read() };
  });
  await link.close();
  const { results, tookMs, cpu } = run;
  return {
    routes,
    tookMs,
    cpu,
    doneMs: results.map((one) => one.doneMs),
    acceptedMs: results.map((one) => one.acceptedMs),
    polls: results.reduce((sum, one) => sum + one.polls, 0),
    failures: [
      ...results.map((one) => one.failure).filter((one) => one !== null),
      ...disagreement((await paidOut(scene)) - heldBefore, results),
    ],
  };
}

/** All of them as one. */
export function joinedSettles(runs: readonly SettleRun[]): SettleRun {
  const [first, ...more] = runs;
  if (first === undefined) throw new Error('there is no run to join');
  return more.reduce(
    (one, other) => ({
      ...joined(one, other),
      acceptedMs: [...one.acceptedMs, ...other.acceptedMs],
      polls: one.polls + other.polls,
      failures: [...one.failures, ...other.failures],
    }),
    first,
  );
}

async function paidOut({ destination, payers }: BenchScene): Promise<bigint> {
  return (
    await usdcOf(
      destination,
      payers.map(({ address }) => address),
    )
  ).reduce((sum, units) => sum + units, 0n);
}

function disagreement(arrived: bigint, results: readonly Settled[]): readonly string[] {
  const said = results.reduce((sum, one) => sum + one.paidUnits, 0n);
  return arrived === said
    ? []
    : [`the receipts say that ${said} was paid out, the chain says ${arrived}`];
}
