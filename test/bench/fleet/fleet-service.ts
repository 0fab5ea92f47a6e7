import {
  type ServiceProcess,
  type ServiceSetup,
  type SharedPlace,
  startServiceProcess,
  startWorkerProcess,
  type ToldProcess,
} from '../scene/service-process.ts';
import { tallySum } from '../count/tally.ts';

/** One process for requests and others for the work, as one service. */
export interface FleetService extends ServiceProcess {
  readonly http: ToldProcess;
  readonly workers: readonly ToldProcess[];
}

/** On one PostgreSQL and one devnet; counts are summed over all processes. */
export async function startFleet(
  devnetUrl: string,
  setup: ServiceSetup & { readonly shared: SharedPlace },
  workers: number,
): Promise<FleetService> {
  // It migrates the store and funds the accounts; the others find both done.
  const http = await startServiceProcess(devnetUrl, setup);
  const others: ToldProcess[] = [];
  try {
    while (others.length < workers) others.push(await startWorkerProcess(devnetUrl, setup));
  } catch (error) {
    await stopEach([http, ...others]);
    throw error;
  }
  const all = [http, ...others];
  return {
    ...http,
    http,
    workers: others,
    said: () => all.map((one) => one.said()).join(''),
    async counted(work, byCaller) {
      const counted = all.reduce<() => ReturnType<ServiceProcess['counted']>>(
        (inner, one) => async () => {
          let below = null as Awaited<ReturnType<typeof inner>> | null;
          const own = await one.counted(async () => void (below = await inner()), byCaller);
          return below === null ? own : tallySum(own, below);
        },
        async () => {
          await work();
          return { statements: {}, calls: {}, posts: 0, conflicts: 0 };
        },
      );
      return counted();
    },
    stop: () => stopEach(all),
  };
}

/** Workers first: what they do needs no other process, and what is asked for needs them. */
async function stopEach(all: readonly ToldProcess[]): Promise<void> {
  await Promise.all(all.toReversed().map((one) => one.stop()));
}
