import { fileURLToPath } from 'node:url';
import { type DevnetChain, forkDevnet } from '@interline/devnet';
import { temporaryDeployment } from '@interline/plugins/testing';
import { type ServiceProcess, startServiceProcess } from '../scene/service-process.ts';
import { stoppedWithBench } from '../scene/stopping.ts';
import { type EngineFleet, startEngines } from './engine-fleet.ts';
import { lane } from './engines/engine.ts';

/**
 * The service over one rail, whose eight engines are the benchmark's; each of the three in a
 * process of its own.
 */
export interface QuoteScene {
  readonly service: ServiceProcess;
  readonly fleet: EngineFleet;
  /** USDC on the source chain. */
  readonly token: string;
  stop(): Promise<void>;
}

// Discovered in a deployment folder, as any rail.
const rail = {
  id: 'aggregators',
  name: '@interline/rail-aggregators',
  dir: fileURLToPath(new URL('../../../rails/aggregators', import.meta.url)),
};
/** More than any load asks for. */
const limit = { requests: 100_000, perMs: 1 };
/** Or a hanging engine would rest before its deadline could be measured. */
const faultsToRest = 100;

export async function quoteScene(engineDeadlineMs: number): Promise<QuoteScene> {
  const [devnet, deployment] = await Promise.all([
    forkDevnet({ chainIds: [lane.from, lane.to], port: 0 }).then(stoppedWithBench),
    temporaryDeployment(),
  ]);
  const tokens = {
    source: usdcOn(devnet.chains, lane.from),
    destination: usdcOn(devnet.chains, lane.to),
  };
  const fleet = stoppedWithBench(await startEngines(tokens));
  const stop = async (): Promise<void> => {
    await Promise.all([fleet.stop(), deployment.remove(), devnet.stop()]);
  };
  try {
    await deployment.link(rail.name, rail.dir);
    const engines = Object.fromEntries(
      Object.entries(fleet.urls).map(([name, baseUrl]) => [name, { baseUrl, limit }]),
    );
    const service = await startServiceProcess(devnet.url, {
      deployment: {
        dir: deployment.dir,
        settings: { [rail.id]: { engineDeadlineMs, faultsToRest, engines } },
      },
    });
    return {
      service,
      fleet,
      token: tokens.source,
      async stop() {
        await service.stop();
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function usdcOn(chains: readonly DevnetChain[], chainId: number): string {
  const address = chains
    .find((chain) => chain.chainId === chainId)
    ?.tokens.find(({ symbol }) => symbol === 'USDC')?.address;
  if (address === undefined) throw new Error(`chain ${chainId} has no USDC`);
  return address.toLowerCase();
}
