import { compose, type Config, type Deployment, parts } from '@interline/server';
import { startWork } from '@interline/cron';
import type { Serving } from '@interline/http';
import { deploymentOf, refusesEmptyStore, type RunOptions } from './run-service.ts';
import { fundRelayer, type OpenDevnet, openDevnet } from './open-devnet.ts';
import { readiness } from './readiness.ts';
import { serveMetrics } from './open-listeners.ts';
import { version } from '../version.ts';

export interface RunningWorker {
  readonly deployment: Deployment;
  /** Of GET /metrics; null where the deployment has none. */
  readonly metricsUrl: string | null;
  /** See `Composed`. */
  readonly atOdds: Promise<never>;
  stop(): Promise<void>;
}

export interface WorkerOptions extends Omit<RunOptions, 'isHttpOnly'> {
  /** What it is called in leases; by chance where left out. */
  readonly worker?: string;
}

/**
 * A worker that serves no requests: it moves what instances on the same database accepted. On a
 * devnet it joins one that runs.
 */
export async function runWorker(config: Config, options: WorkerOptions): Promise<RunningWorker> {
  const attachTo = options.env['INTERLINE_DEVNET'] ?? '';
  if (config.profile === 'devnet' && attachTo === '')
    throw new Error(
      'a worker joins a devnet that runs already: set INTERLINE_DEVNET to its address',
    );
  const devnet =
    config.profile === 'devnet' ? await openDevnet(config, options.env, options.say) : null;
  return workOn(config, options, devnet);
}

async function workOn(
  config: Config,
  options: WorkerOptions,
  devnet: OpenDevnet | null,
): Promise<RunningWorker> {
  const deployment = deploymentOf(config, options, devnet);
  if (deployment.database.kind === 'file')
    throw new Error(
      'a worker of its own needs a database that several processes share: set DATABASE_URL, or database.url in the config',
    );
  const composed = await compose(deployment, { ...options, instance: { role: 'worker', version } });
  const ready = readiness(composed.container.get(parts.storeWatch));
  let metrics: Serving | null = null;
  try {
    metrics = await serveMetrics(composed, deployment, ready);
    const custody = composed.container.get(parts.evm);
    if (devnet !== null)
      await fundRelayer(devnet.url, {
        spender: custody.evmAccounts.spender,
        float: custody.evmAccounts.float,
      });
    await startWork(composed, {
      refusesEmptyStore: refusesEmptyStore(deployment, options),
      ...(options.worker === undefined ? {} : { worker: options.worker }),
    });
  } catch (error) {
    await metrics?.close(0);
    await composed.close();
    throw error;
  }
  ready.open();
  return {
    deployment,
    metricsUrl: metrics?.url ?? null,
    atOdds: composed.atOdds,
    async stop() {
      ready.shut();
      await metrics?.close(0);
      await composed.close();
    },
  };
}
