import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readConfig, parts, type Deployment } from '@interline/server';
import type { Policy } from '@interline/core/switches';
import { evmChain } from '@interline/kernel';
import type { CustodyPort, RailPort } from '@interline/ports';
import { fastFolder } from './fast-folder.ts';
import { guardOptions } from './guard-options.ts';
import { patientClient } from './patient-client.ts';
import { stockRail } from './stock-rail.ts';
import { until } from './until.ts';
import { type RunningService, runService, type ServiceClient } from '@interline/cli';
import { type Devnet, startDevnet } from '@interline/devnet';
import { guardRail, railRegistry } from '@interline/plugins';
import type { Container } from 'inversify';

export interface HarnessOptions {
  /** A devnet that runs already; without one the harness brings its own with these chains. */
  readonly devnet?: Devnet;
  readonly chainIds?: readonly number[];
  readonly rails?: readonly RailPort[];
  /**
   * A deployment folder whose own dependencies are the rails, as in production, instead of `rails`.
   */
  readonly deployment?: {
    readonly dir: string;
    readonly settings: Readonly<Record<string, unknown>>;
    readonly include?: readonly string[];
  };
  readonly policy?: Partial<Policy>;
  /** Node URLs by chain id, to put a faulty proxy before a chain. */
  readonly rpcUrls?: Readonly<Record<number, readonly string[]>>;
  /**
   * Chains on which transactions are merged; the harness is up once both accounts are delegated
   * there.
   */
  readonly batching?: readonly number[];
  /**
   * What multiplies the request limits; a million where it is not said, so that tests may ask as
   * often as they like.
   */
  readonly limitScale?: number;
  readonly executeOrigins?: readonly string[];
  /** Beside its own, which a page in a browser does not know it by: its port is chosen late. */
  readonly accountOrigins?: readonly string[];
  /** Where traces go; none where it is left out. */
  readonly tracing?: {
    readonly url: string;
    readonly tellsReceivers?: boolean;
    readonly sampleRatio?: number;
  };
  readonly trustedProxies?: readonly string[];
  /**
   * A schema of a PostgreSQL, for harnesses that share a store; they share a devnet and a data
   * folder too.
   */
  readonly database?: { readonly url: string; readonly schema: string };
  /** Keeps its data folder, so that a second harness can take it over. */
  readonly dataDir?: string;
  /** The keys as the config has them, and the secrets that they name; made on the spot without. */
  readonly keys?: { readonly written: object; readonly secrets: Readonly<Record<string, string>> };
  readonly rebind?: (container: Container) => void;
}

/** The whole service on real local chains, in this process, over the kit's rails. */
export interface Harness {
  readonly url: string;
  readonly client: ServiceClient;
  readonly devnet: Devnet;
  readonly service: RunningService;
  /** The composition's parts, to look at the books and the store. */
  readonly container: Container;
  readonly operatorToken: string;
  stop(): Promise<void>;
}

const operatorToken = 'operator-token-of-the-tests';

export async function startHarness(options: HarnessOptions = {}): Promise<Harness> {
  const devnet =
    options.devnet ??
    (await startDevnet({ chainIds: [...(options.chainIds ?? [8453, 42161])], port: 0 }));
  const dataDir = options.dataDir ?? (await mkdtemp(join(fastFolder, 'interline-harness-')));
  let inside: Container | undefined;
  const config = readConfig({
    profile: 'devnet',
    dataDir,
    logLevel: process.env['INTERLINE_LOG'] ?? 'silent',
    server: {
      port: 0,
      ...(options.executeOrigins === undefined
        ? {}
        : { executeOrigins: [...options.executeOrigins] }),
      trustedProxies: [...(options.trustedProxies ?? [])],
    },
    operatorToken: { env: 'HARNESS_OPERATOR' },
    limits: { scale: options.limitScale ?? 1_000_000 },
    rails: {
      settings: options.deployment?.settings ?? {},
      ...(options.deployment?.include === undefined
        ? {}
        : { include: [...options.deployment.include] }),
    },
    ...(options.tracing === undefined ? {} : { tracing: options.tracing }),
    ...(options.accountOrigins === undefined
      ? {}
      : { accounts: { origins: [...options.accountOrigins] } }),
    // Cover comes at random moments; a test that wants some asks for it.
    messaging: { coverRowsPerDay: 0 },
    batching: [...(options.batching ?? [])],
    ...(options.keys === undefined ? {} : { keys: options.keys.written }),
    ...(options.database === undefined
      ? {}
      : { database: { url: { env: 'HARNESS_DATABASE' }, schema: options.database.schema } }),
    rpcUrls: Object.fromEntries(
      Object.entries(options.rpcUrls ?? {}).map(([id, urls]) => [id, [...urls]]),
    ),
  });
  const service = await runService(config, {
    baseDir: options.deployment?.dir ?? dataDir,
    env: {
      INTERLINE_DEVNET: devnet.url,
      HARNESS_OPERATOR: operatorToken,
      HARNESS_DATABASE: options.database?.url,
      ...options.keys?.secrets,
    },
    say: () => undefined,
    rebind: (container) => {
      inside = container;
      const deployment = container.get(parts.deployment);
      rebindConstant(container, deployment, options.policy);
      if (options.deployment === undefined) bindRails(container, options.rails ?? [stockRail()]);
      options.rebind?.(container);
    },
  });
  if (inside === undefined) throw new Error('the composition did not offer its container');
  await batchingOpen(inside.get(parts.custody), options.batching ?? []);
  return {
    url: service.url,
    client: patientClient(service.url),
    devnet,
    service,
    container: inside,
    operatorToken,
    async stop() {
      await service.stop();
      if (options.devnet === undefined) await devnet.stop();
      if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function batchingOpen(custody: CustodyPort, chainIds: readonly number[]): Promise<void> {
  await until('accounts that are delegated', () =>
    chainIds.every(
      (id) =>
        custody.mergesTransactions(evmChain(id), 'spender') &&
        custody.mergesTransactions(evmChain(id), 'float'),
    ),
  );
}

function bindRails(container: Container, rails: readonly RailPort[]): void {
  container
    .bind(parts.registry)
    .toConstantValue(railRegistry(rails.map((rail) => guardRail(rail, guardOptions(container)))));
}

/** Tests are impatient: everything that waits does so for a fraction of the standard. */
const impatient: Partial<Policy> = {
  rebroadcastAfterMs: 300,
  bumpAfterMs: 60_000,
  displacedAfterMs: 500,
  holdSec: { '*': 0.3 },
  patienceMs: 5_000,
  retryAfterMs: 100,
  refundRetryMs: 300,
};

function rebindConstant(
  container: Container,
  deployment: Deployment,
  policy: Partial<Policy> = {},
): void {
  container
    .rebind(parts.deployment)
    .toConstantValue({ ...deployment, policy: { ...deployment.policy, ...impatient, ...policy } });
}
