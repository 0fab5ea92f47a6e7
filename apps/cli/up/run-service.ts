import { startWork } from '@interline/cron';
import { createHttpApp } from '@interline/http';
import {
  compose,
  type Composed,
  type ComposeOptions,
  type Config,
  deployDevnet,
  deployMainnet,
  type Deployment,
  parts,
} from '@interline/server';
import { setTimeout } from 'node:timers/promises';
import { type DevnetRelay, openDevnetRelay, withRelay } from './devnet-relay.ts';
import { httpDepsOf } from './http-deps-of.ts';
import { fundFamilies } from './fund-families.ts';
import {
  devnetGateway,
  fundRelayer,
  introduceLog,
  type OpenDevnet,
  openDevnet,
} from './open-devnet.ts';
import { openListeners } from './open-listeners.ts';
import { devnetOperatorToken } from './operator-token.ts';
import { readiness, readinessGate } from './readiness.ts';
import { version } from '../version.ts';

export interface RunningService {
  readonly url: string;
  /** Of GET /metrics; null where the deployment has none. */
  readonly metricsUrl: string | null;
  readonly deployment: Deployment;
  /** See `Composed`. */
  readonly atOdds: Promise<never>;
  stop(): Promise<void>;
}

export interface RunOptions extends Pick<ComposeOptions, 'rebind'> {
  /** Folder whose package.json names the rails. */
  readonly baseDir: string;
  readonly env: NodeJS.ProcessEnv;
  readonly say: (line: string) => void;
  /** Takes requests only; workers on the same database do the rest. */
  readonly isHttpOnly?: boolean;
  /** Starts on an empty store although the accounts have a history. */
  readonly acceptsHistory?: boolean;
}

/** How long open requests may finish after a stop. */
const drainMs = 3_000;

/** Brings up chains (on a devnet), service and worker; resolves when GET /readyz answers 200. */
export async function runService(config: Config, options: RunOptions): Promise<RunningService> {
  const devnet =
    config.profile === 'devnet' ? await openDevnet(config, options.env, options.say) : null;
  let relay: DevnetRelay | null = null;
  try {
    relay = await openDevnetRelay(config);
    return await serveOn(config, options, { devnet, relay });
  } catch (error) {
    await relay?.stop();
    await devnet?.stop();
    throw error;
  }
}

/** What a devnet's service brings up beside itself; null on real chains. */
interface Beside {
  readonly devnet: OpenDevnet | null;
  readonly relay: DevnetRelay | null;
}

async function serveOn(
  config: Config,
  options: RunOptions,
  { devnet, relay }: Beside,
): Promise<RunningService> {
  const deployment = withRelay(deploymentOf(config, options, devnet), relay);
  if (options.isHttpOnly === true && deployment.database.kind === 'file') {
    throw new Error(
      'with --http-only the work is left to workers, which cannot share a file: set DATABASE_URL, or database.url in the config, or leave --http-only out',
    );
  }
  const composed = await compose(deployment, {
    ...options,
    instance: { role: options.isHttpOnly === true ? 'http' : 'service', version },
  });
  try {
    return await serveComposed(composed, deployment, {
      devnet,
      relay,
      isHttpOnly: options.isHttpOnly === true,
      refusesEmptyStore: refusesEmptyStore(deployment, options),
    });
  } catch (error) {
    await composed.close();
    throw error;
  }
}

/**
 * Throws where the settings cannot be served or a port is taken; the composition is its caller's to
 * close.
 */
async function serveComposed(
  composed: Composed,
  deployment: Deployment,
  {
    devnet,
    relay,
    isHttpOnly,
    refusesEmptyStore,
  }: Beside & {
    readonly isHttpOnly: boolean;
    readonly refusesEmptyStore: boolean;
  },
): Promise<RunningService> {
  const ready = readiness(composed.container.get(parts.storeWatch));
  const closing = new AbortController();
  let url: string | null = null;
  const deps = httpDepsOf(composed, deployment, {
    listensAt: () => url,
    isReady: async () => ready.report(),
    closing: closing.signal,
    mounted: [...(devnet === null ? [] : [devnetGateway(devnet.url)]), readinessGate(ready)],
  });
  const listeners = await openListeners(createHttpApp(deps), composed, deployment, ready);
  url = listeners.url;
  relay?.forwardTo(`${listeners.url}${deployment.server.basePath}/api/ohttp/gateway`);
  try {
    if (devnet !== null) {
      await fundRelayer(devnet.url, deps.accounts);
      await fundFamilies(devnet, {
        funding: composed.funding,
        custody: composed.container.get(parts.custody),
        refresh: deps.useCases.books.refresh,
      });
      const { passes, messaging, privateLane, evidence } = deps.useCases;
      if (deployment.passes.witnesses.length > 0) {
        if (passes.isEnabled) await introduceLog(devnet.url, await passes.mintLogKey());
        if (messaging.isEnabled) await introduceLog(devnet.url, await messaging.anchorLogKey());
        if (privateLane.isEnabled) await introduceLog(devnet.url, await privateLane.logKey());
        if (evidence.isEnabled) await introduceLog(devnet.url, await evidence.logKey());
      }
    }
    await startWork(composed, { isElsewhere: isHttpOnly, refusesEmptyStore });
  } catch (error) {
    await listeners.close(0);
    throw error;
  }
  ready.open();
  return {
    url: listeners.url,
    metricsUrl: listeners.metricsUrl,
    deployment,
    atOdds: composed.atOdds,
    async stop() {
      ready.shut();
      listeners.retire();
      await setTimeout(deployment.server.stopNoticeSec * 1_000);
      closing.abort();
      await listeners.close(drainMs);
      await relay?.stop();
      await composed.close();
      await devnet?.stop();
    },
  };
}

/** A new devnet has a new store and new accounts, so only a real deployment can have lost one. */
export function refusesEmptyStore(
  { profile }: Pick<Deployment, 'profile'>,
  { acceptsHistory = false }: Pick<RunOptions, 'acceptsHistory'>,
): boolean {
  return profile === 'mainnet' && !acceptsHistory;
}

/** The deployment a config means; on a devnet with the operator's token of its folder. */
export function deploymentOf(
  config: Config,
  { baseDir, env }: Pick<RunOptions, 'baseDir' | 'env'>,
  devnet: OpenDevnet | null,
): Deployment {
  if (config.profile === 'mainnet') return deployMainnet(config, baseDir, env);
  if (devnet === null) throw new Error('the devnet profile needs a devnet');
  const deployment = deployDevnet(config, devnet, baseDir, env);
  return {
    ...deployment,
    operators:
      deployment.operators.length > 0
        ? deployment.operators
        : [{ name: 'operator', token: devnetOperatorToken(config.dataDir) }],
  };
}
