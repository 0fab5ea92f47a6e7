import { setTimeout } from 'node:timers/promises';
import { compose, type ComposeOptions, type Config, type Deployment, parts } from '@interline/compose';
import { startWork } from '@interline/cron';
import { createHttpApp, edgePassages, endpoints } from '@interline/http';
import { deploymentOf } from './deployment-of.ts';
import { devnetGateway } from './devnet-gateway.ts';
import { fundRelayer } from './fund-relayer.ts';
import { type OpenDevnet, openDevnet } from './open-devnet.ts';
import { openListeners } from './open-listeners.ts';
import { readiness } from './readiness.ts';
import { readinessGate } from './readiness-gate.ts';

export interface RunningService {
  readonly url: string;
  /** Of GET /metrics; null where the deployment wants none. */
  readonly metricsUrl: string | null;
  readonly deployment: Deployment;
  stop(): Promise<void>;
}

export interface RunOptions extends ComposeOptions {
  /** Folder whose package.json names the rails. */
  readonly baseDir: string;
  readonly env: NodeJS.ProcessEnv;
  readonly say: (line: string) => void;
  /** Takes requests only; workers on the same database do the rest. */
  readonly isHttpOnly?: boolean;
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
  const ready = readiness(container.get(parts.reader));
  const custody = container.get(parts.custody);
  const accounts = { spender: custody.account('spender'), float: custody.account('float') };
  const registry = container.get(parts.registry);
  const meters = container.get(parts.meters);
  const closing = new AbortController();
  const app = createHttpApp({
    useCases: {
      answerOnce: container.get(parts.answerOnce), quoteRoute: container.get(parts.quoteRoute), compareRails: container.get(parts.compareRails), solveIntent: container.get(parts.solveIntent), executeRoute: container.get(parts.executeRoute), prepareIntent: container.get(parts.prepareIntent), preflightRoute: container.get(parts.preflightRoute),
      readRoute: container.get(parts.readRoute), readScorecard: container.get(parts.readScorecard), describeMesh: container.get(parts.describeMesh), serviceStatus: container.get(parts.serviceStatus),
      planBatch: container.get(parts.planBatch), createSchedule: container.get(parts.createSchedule), createConditional: container.get(parts.createConditional), readRecord: container.get(parts.readRecord), cancelRecord: container.get(parts.cancelRecord),
      recentRoutes: container.get(parts.recentRoutes), serviceTerms: container.get(parts.serviceTerms), understandTransfer: container.get(parts.understandTransfer),
      askQuestion: container.get(parts.concierge)(edgePassages(endpoints, deployment.server.basePath, deployment.limits)),
      gaslessTerms: container.get(parts.gaslessTerms), releaseRefund: container.get(parts.releaseRefund),
      registerHook: container.get(parts.registerHook), readHook: container.get(parts.readHook), redeliverHook: container.get(parts.redeliverHook), listDeadHooks: container.get(parts.listDeadHooks),
      createKey: container.get(parts.createKey), readKeyUsage: container.get(parts.readKeyUsage), recognizeKey: container.get(parts.recognizeKey), noteKeyUse: container.get(parts.noteKeyUse),
    },
    tokens: container.get(parts.tokens), basePath: deployment.server.basePath, operatorToken: deployment.operatorToken, accounts,
    isOptIn: (way) => registry.rails.some((rail) => rail.manifest.ways.includes(way) && rail.manifest.broadcast === 'opt-in'),
    isReady: () => ready.report(), clientSalt: composed.clientSalt, log: container.get(parts.log), clock: container.get(parts.clock), entropy: container.get(parts.entropy),
    limits: deployment.limits, rateLimiter: container.get(parts.rateLimiter), passGate: container.get(parts.passGate), trustedProxies: deployment.server.trustedProxies,
    onAnswered: ({ seconds, ...labels }) => meters.requests.observe(labels, seconds),
    closing: closing.signal, ...(deployment.server.executeOrigins === undefined ? {} : { executeOrigins: deployment.server.executeOrigins }),
    mounted: [...devnet === null ? [] : [devnetGateway(devnet.url)], readinessGate(ready)],
  });
  const listeners = await openListeners(app, composed, deployment).catch(async (error: unknown) => {
    await composed.close();
    throw error;
  });
  try {
    if (devnet !== null) await fundRelayer(devnet.url, accounts);
    await startWork(composed, { isElsewhere: options.isHttpOnly === true });
  } catch (error) {
    await listeners.close(0);
    await composed.close();
    throw error;
  }
  ready.open();
  return {
    url: listeners.url, metricsUrl: listeners.metricsUrl, deployment,
    async stop() {
      ready.shut();
      await setTimeout(deployment.server.stopNoticeSec * 1_000);
      closing.abort();
      await listeners.close(drainMs);
      await composed.close();
      await devnet?.stop();
    },
  };
}
