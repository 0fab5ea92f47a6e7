import { compose, type ComposeOptions, type Config, deployDevnet, type Deployment, deployMainnet, parts } from '@interline/compose';
import { startWork } from '@interline/cron';
import { createHttpApp, serve } from '@interline/http';
import { devnetGateway } from './devnet-gateway.ts';
import { fundRelayer } from './fund-relayer.ts';
import { type OpenDevnet, openDevnet } from './open-devnet.ts';
import { devnetOperatorToken } from './operator-token.ts';
import { readiness } from './readiness.ts';
import { readinessGate } from './readiness-gate.ts';

export interface RunningService {
  readonly url: string;
  readonly deployment: Deployment;
  stop(): Promise<void>;
}

export interface RunOptions extends ComposeOptions {
  /** Folder whose package.json names the rails. */
  readonly baseDir: string;
  readonly env: NodeJS.ProcessEnv;
  readonly say: (line: string) => void;
}

/** How long open requests may finish after a stop. */
const drainMs = 3_000;

/** Brings up chains (on a devnet), service and worker; resolves when GET /readyz answers 200. */
export async function runService(config: Config, options: RunOptions): Promise<RunningService> {
  const devnet = config.profile === 'devnet' ? await openDevnet(config, options.env, options.say) : null;
  try {
    return await serveOn(config, options, devnet);
  } catch (error) {
    await devnet?.stop();
    throw error;
  }
}

async function serveOn(config: Config, options: RunOptions, devnet: OpenDevnet | null): Promise<RunningService> {
  const deployment = deploymentOf(config, options, devnet);
  const composed = await compose(deployment, options);
  const { container } = composed;
  const ready = readiness(container);
  const custody = container.get(parts.custody);
  const accounts = { spender: custody.account('spender'), float: custody.account('float') };
  const registry = container.get(parts.registry);
  const app = createHttpApp({
    useCases: {
      quoteRoute: container.get(parts.quoteRoute), compareRails: container.get(parts.compareRails), solveIntent: container.get(parts.solveIntent), executeRoute: container.get(parts.executeRoute), prepareIntent: container.get(parts.prepareIntent), preflightRoute: container.get(parts.preflightRoute),
      readRoute: container.get(parts.readRoute), readScorecard: container.get(parts.readScorecard), describeMesh: container.get(parts.describeMesh), serviceStatus: container.get(parts.serviceStatus),
      gaslessTerms: container.get(parts.gaslessTerms), releaseRefund: container.get(parts.releaseRefund),
    },
    tokens: container.get(parts.tokens), basePath: deployment.server.basePath, operatorToken: deployment.operatorToken, accounts,
    isOptIn: (way) => registry.rails.some((rail) => rail.manifest.ways.includes(way) && rail.manifest.broadcast === 'opt-in'),
    isReady: () => ready.report(), clientSalt: accounts.spender, log: container.get(parts.log), clock: container.get(parts.clock), entropy: container.get(parts.entropy),
    mounted: [...devnet === null ? [] : [devnetGateway(devnet.url)], readinessGate(ready)],
  });
  const server = await serve(app, deployment.server);
  try {
    if (devnet !== null) await fundRelayer(devnet.url, accounts);
    await startWork(composed);
  } catch (error) {
    await server.close(0);
    await composed.close();
    throw error;
  }
  ready.open();
  return {
    url: server.url, deployment,
    async stop() {
      ready.shut();
      await server.close(drainMs);
      await composed.close();
      await devnet?.stop();
    },
  };
}

function deploymentOf(config: Config, { baseDir, env }: RunOptions, devnet: OpenDevnet | null): Deployment {
  if (config.profile === 'mainnet') return deployMainnet(config, baseDir, env);
  if (devnet === null) throw new Error('the devnet profile needs a devnet');
  const deployment = deployDevnet(config, devnet, baseDir, env);
  return { ...deployment, operatorToken: deployment.operatorToken ?? devnetOperatorToken(config.dataDir) };
}
