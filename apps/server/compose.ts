import { systemClock } from '@interline/adapters/clock';
import { evmCustody } from '@interline/adapters/custody/evm';
import type { OpenFamily } from '@interline/adapters/custody';
import { pinoLog } from '@interline/adapters/log';
import { privateRequests } from '@interline/adapters/ohttp';
import { outboundHttp } from '@interline/adapters/outbound-http';
import { meteredRails, openMeters } from '@interline/adapters/metrics';
import { ed25519Signer } from '@interline/adapters/receipt-signer';
import { rsaIssuer } from '@interline/adapters/token-issuer';
import { openTracer, type OpenTracer, tracedRails } from '@interline/adapters/tracing';
import { transparencyLog } from '@interline/adapters/transparency-log';
import {
  memoryRateLimiter,
  openPostgresRateLimiter,
  type OpenRateLimiter,
} from '@interline/adapters/rate-limiter';
import {
  type Address,
  type ChainRef,
  finalityOf,
  isRecord,
  standardFeeBps,
  TokenList,
} from '@interline/kernel';
import { admitRails, discover, type RailContext } from '@interline/plugins';
import { type Log, noTracer } from '@interline/ports';
import { Container } from 'inversify';
import { randomBytes } from 'node:crypto';
import { availableParallelism, hostname } from 'node:os';
import type { Deployment } from './deployment.ts';
import { openFamilies } from './families.ts';
import { fingerprintOf } from './instances/fingerprint.ts';
import { joinInstances, type Joined } from './instances/join-instances.ts';
import { drivenModule } from './modules/driven-module.ts';
import { moduleBindings } from './modules/module-bindings.ts';
import {
  clientSalt,
  hookKeys,
  openKeys,
  privacySecret,
  type RelayerKeys,
  secretNames,
} from './open-keys.ts';
import { notOpened, openServiceStore, type ServiceStore } from './open-store.ts';
import { ownFolder } from './own-folder.ts';
import { parts } from './service-tokens.ts';

export interface Composed {
  readonly container: Container;
  readonly clientSalt: string;
  /** Where the floats beside the EVM chains are funded. */
  readonly funding: readonly {
    readonly id: string;
    readonly chain: ChainRef;
    readonly address: Address;
    readonly open: OpenFamily;
  }[];
  /**
   * Rejects once processes with other keys or another config have joined the store while this one was
   * taken for dead: it must stop. Never resolves.
   */
  readonly atOdds: Promise<never>;
  /** A loop that ends with the lifetime: what it holds is given back before the store closes. */
  keep(loop: Promise<void>): void;
  /** Ends every loop, closes the store, the limits and the chains' connections. */
  close(): Promise<void>;
}

export interface ComposeOptions {
  /** What this process is to the others on its store. */
  readonly instance: { readonly role: InstanceRole; readonly version: string };
  /** Called once everything but the rails is bound: tests wrap parts here. */
  readonly rebind?: (container: Container) => void | Promise<void>;
}

export type InstanceRole = 'service' | 'http' | 'worker' | 'recovery' | 'doctor';

/**
 * How long loops may take to give back what they hold; the leases of one that takes longer run out
 * by themselves.
 */
const loopsWithinMs = 2_000;

/**
 * Config to a wired service. Opens the keys and the store, which is a folder for one process or a
 * database for many; touches no chain. Throws `InstancesDiffer` where others have other keys or
 * another config on that database.
 */
export async function compose(
  deployment: Deployment,
  { instance, rebind }: ComposeOptions,
): Promise<Composed> {
  const log = pinoLog(deployment.logLevel);
  ownFolder(deployment.storeDir);
  const keys = await openKeys(deployment.keys, secretNames(deployment));
  const serviceStore = await openServiceStore(deployment, log);
  let rateLimiter: OpenRateLimiter | null = null;
  let tracer: OpenTracer | null = null;
  try {
    const { tracing } = deployment;
    const salt = clientSalt(keys);
    const { version } = instance;
    tracer =
      tracing && (await openTracer(tracing, { log, version, secret: salt, clock: systemClock }));
    rateLimiter = await openRateLimiter(deployment, salt, log);
    return {
      ...(await wire({
        deployment,
        log,
        keys,
        serviceStore,
        rateLimiter,
        tracer,
        instance,
        rebind,
      })),
      clientSalt: salt,
    };
  } catch (error) {
    await tracer?.close();
    await rateLimiter?.close();
    await serviceStore.close();
    throw error;
  }
}

interface WireParts {
  readonly deployment: Deployment;
  readonly log: Log;
  readonly keys: RelayerKeys;
  readonly serviceStore: ServiceStore;
  readonly rateLimiter: OpenRateLimiter;
  readonly tracer: OpenTracer | null;
  readonly instance: ComposeOptions['instance'];
  readonly rebind: ComposeOptions['rebind'];
}

async function wire({
  deployment,
  log,
  keys,
  serviceStore,
  rateLimiter,
  tracer,
  instance,
  rebind,
}: WireParts): Promise<Omit<Composed, 'clientSalt'>> {
  const stop = new AbortController();
  const meters = openMeters();
  const evm = evmCustody({
    chains: deployment.chains.map(({ maxFeePerGasWei, ...one }) => {
      const { tiers, confirmations, finalDepth } = finalityOf(
        deployment.policy.finality,
        one.chain,
      );
      return {
        ...one,
        confirmations,
        countsAt: [...tiers.map((tier) => tier.confirmations), finalDepth],
        ...(maxFeePerGasWei === null ? {} : { maxFeePerGasWei }),
      };
    }),
    signers: keys.current,
    formerSigners: keys.former,
    tokens: new TokenList(deployment.tokens),
    log,
    clock: systemClock,
    onRead: ({ chain, isSuccess, tookMs }) =>
      meters.chainReads.observe(
        { chain, outcome: isSuccess ? 'answered' : 'unreachable' },
        tookMs / 1_000,
      ),
    onContradiction: (chain) => meters.nodeContradictions.inc({ chain }),
  });
  const http = outboundHttp();
  const opened = openFamilies(deployment, keys.secrets, {
    bookedDeposits: (chain) => serviceStore.store.reads.transfers.bookedOutputs(chain),
    clock: systemClock,
    http,
    log,
  });
  // Where the deployment has no passes, no private lane and no evidence, nothing is ever sealed.
  const secret = keys.secrets.get(privacySecret) ?? randomBytes(32);
  const issuer = rsaIssuer({
    secret,
    threads: Math.max(1, availableParallelism() - 1),
  });
  const container = new Container();
  container.load(
    drivenModule({
      deployment,
      store: serviceStore.store,
      evm,
      families: opened,
      rateLimiter,
      issuer,
      privateRequests: privateRequests(secret),
      transparencyLog: transparencyLog({
        ...deployment.passes,
        secret,
        http,
        now: () => systemClock.now(),
        lifetime: stop.signal,
      }),
      receiptSigner: ed25519Signer(secret),
      hookKeys: hookKeys(keys),
      meters,
      tracer: tracer ?? noTracer,
      lifetime: stop.signal,
    }),
    moduleBindings,
  );
  await rebind?.(container);
  if (!container.isBound(parts.registry)) await bindRails(container, deployment);
  const joining = { deployment, log, keys, instance, stop: stop.signal };
  const joined = await join(container, joining).catch(async (error: unknown) => {
    stop.abort();
    const open = [container.get(parts.http), issuer, ...opened, http, evm];
    await Promise.all(open.map((one) => one.close()));
    throw error;
  });
  const loops = joined === null ? [] : [joined.ended];
  return {
    container,
    atOdds: joined?.atOdds ?? new Promise(() => undefined),
    funding: deployment.families.flatMap(({ family: { id, chain } }, index) => {
      const open = opened[index];
      return open === undefined
        ? []
        : [{ id, chain, address: open.custody.fundingAddress(chain), open }];
    }),
    keep: (loop) => {
      loops.push(loop);
    },
    async close() {
      stop.abort();
      const alarm = systemClock.alarm(loopsWithinMs);
      await Promise.race([Promise.allSettled(loops), alarm.rang]);
      alarm.cancel();
      await container.get(parts.http).close();
      await issuer.close();
      await tracer?.close();
      await rateLimiter.close();
      await serviceStore.close();
      await Promise.all(opened.map((one) => one.close()));
      await http.close();
      await evm.close();
    },
  };
}

/** Null where the store is one process's own. */
async function join(
  container: Container,
  {
    deployment,
    keys,
    instance,
    log,
    stop,
  }: Pick<WireParts, 'deployment' | 'keys' | 'instance' | 'log'> & { readonly stop: AbortSignal },
): Promise<Joined | null> {
  const { isShared, instances } = container.get(parts.openStore);
  if (!isShared) return null;
  const own = {
    id: `${hostname()}-${process.pid}-${randomBytes(3).toString('hex')}`,
    ...instance,
    ...fingerprintOf(deployment, container.get(parts.custody), keys.secrets),
  };
  return joinInstances(own, { instances, clock: systemClock, log, stop });
}

/**
 * Rails are found among the deployment's own dependencies; one that cannot be admitted stops the
 * boot.
 */
async function bindRails(container: Container, deployment: Deployment): Promise<void> {
  const { defaults, ...rails } = deployment.rails;
  const evm = container.get(parts.evm);
  const tracer = container.get(parts.tracer);
  const context: RailContext = {
    clock: container.get(parts.clock),
    http: container.get(parts.http),
    log: container.get(parts.log),
    price: container.get(parts.price),
    chains: container.get(parts.chains),
    tokens: container.get(parts.tokens),
    members: container.get(parts.membership),
    facts: container.get(parts.facts),
    standardFeeBps,
    parBandBps: deployment.policy.parBandBps,
    relayer: evm.evmAccounts.spender,
    inventory: container.get(parts.inventory),
    ...(tracer.isOn
      ? { askTraced: (engine, ask) => tracer.within({ name: 'engine', engine }, ask) }
      : {}),
  };
  const present = (await discover(rails.baseDir, rails)).map((rail) => rail.id);
  const settings = mergeSettings(
    Object.fromEntries(Object.entries(defaults).filter(([id]) => present.includes(id))),
    rails.settings,
  );
  const registry = await admitRails({
    ...rails,
    settings,
    own: [
      ...[evm, ...evm.former].flatMap((keys) => [keys.evmAccounts.spender, keys.evmAccounts.float]),
      evm.batchExecutor,
    ],
    contextFor: () => context,
  });
  const metered = meteredRails(registry, container.get(parts.meters));
  container
    .bind(parts.registry)
    .toConstantValue(tracer.isOn ? tracedRails(metered, tracer) : metered);
}

/**
 * Counts where the store is: in this process, or for all instances in their database. The store
 * is open by then.
 */
async function openRateLimiter(
  { database }: Pick<Deployment, 'database'>,
  salt: string,
  log: Log,
): Promise<OpenRateLimiter> {
  if (database.kind === 'file')
    return { ...memoryRateLimiter(systemClock), close: async () => undefined };
  const { url, schema } = database;
  return openPostgresRateLimiter({ url, schema, salt, log, clock: systemClock }).catch(
    (error: unknown) => {
      throw notOpened(error);
    },
  );
}

type Settings = Readonly<Record<string, unknown>>;

/**
 * The profile's settings under the deployment's own: objects are merged at every depth, anything
 * else is replaced.
 */
export function mergeSettings(defaults: Settings, own: Settings): Settings {
  const merged: Record<string, unknown> = { ...defaults };
  for (const [key, value] of Object.entries(own)) {
    const below = merged[key];
    merged[key] = isRecord(below) && isRecord(value) ? mergeSettings(below, value) : value;
  }
  return merged;
}
