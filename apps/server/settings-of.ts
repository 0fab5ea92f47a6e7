import { hasMlDsa } from '@interline/adapters/transparency-log';
import type { BooksPolicy } from '@interline/core/books';
import type { PrimitivePolicy } from '@interline/core/primitives';
import { type Bps, bps, evmChain, evmNodes } from '@interline/kernel';
import { createHash } from 'node:crypto';
import type { Config } from './config/config-schema.ts';
import { usualQuorum } from './config/passes-schema.ts';
import { readSecret } from './config/secrets.ts';
import type { Deployment } from './deployment.ts';

type Shared = Pick<
  Deployment,
  | 'logLevel'
  | 'server'
  | 'limits'
  | 'metrics'
  | 'tracing'
  | 'operators'
  | 'ask'
  | 'hooks'
  | 'primitives'
  | 'passes'
  | 'privateLane'
  | 'messaging'
  | 'evidence'
  | 'accounts'
  | 'agents'
  | 'membership'
  | 'sponsor'
  | 'agentRegistration'
  | 'payments'
  | 'feeThresholdBps'
  | 'books'
  | 'retention'
>;

const dayMs = 86_400_000;

/** What both profiles take from a config alike, with its secrets read. */
export function sharedByProfiles(
  config: Config,
  env: NodeJS.ProcessEnv,
  usualWitnesses: Deployment['passes']['witnesses'] = [],
): Shared {
  const { logLevel, server, limits, hooks, compare, retention } = config;
  const operators = operatorsOf(config, env);
  const passes = deployPasses(config, usualWitnesses);
  return {
    logLevel,
    server,
    limits,
    hooks,
    operators,
    metrics: metricsOf(config),
    tracing: tracingOf(config, env),
    ask: deployAsk(config, env),
    books: booksPolicyOf(config),
    retention: { archiveAfterMs: retention.archiveAfterDays * dayMs },
    primitives: deployPrimitives(config, operators, env),
    passes,
    privateLane: config.privateLane ?? { enabled: config.profile === 'devnet', relays: [] },
    messaging: { ...config.messaging, enabled: hasMessages(config, passes) },
    evidence: { enabled: config.evidence.enabled ?? hasMlDsa() },
    accounts: accountsOf(config),
    agents: { origins: ownOriginsOf(config) },
    membership: {
      collections: config.membership.collections.map(({ minHeldSeconds, ...one }) => ({
        ...one,
        minHeldSec: minHeldSeconds,
      })),
    },
    sponsor: { enabled: config.sponsor.enabled ?? config.profile === 'devnet' },
    agentRegistration: config.agentRegistration ?? null,
    payments: {
      enabled: config.payments.enabled ?? config.profile === 'devnet',
      settlesPerKey: config.payments.settlesPerKey,
    },
    feeThresholdBps: bps(Math.round(compare.thresholdPct * 100)),
  };
}

function deployPasses(
  { passes, profile }: Pick<Config, 'passes' | 'profile'>,
  usual: Deployment['passes']['witnesses'],
): Deployment['passes'] {
  // The mint signs with ML-DSA too, which Node has from 24 on.
  const {
    enabled = profile === 'devnet' && hasMlDsa(),
    origin,
    witnesses: named,
    quorum,
  } = passes ?? {};
  const witnesses =
    named?.map(({ name, url, key }) => ({ name, url, vkeys: [key].flat() })) ?? usual;
  return { enabled, origin, witnesses, quorum: quorum ?? usualQuorum(witnesses.length) };
}

/** Messages are paid with passes, so without those there are none. */
function hasMessages({ messaging, profile }: Config, passes: Deployment['passes']): boolean {
  return passes.enabled && (messaging.enabled ?? profile === 'devnet');
}

/** Wallets sign in at the deployment's own origin, the one that its clients know it by. */
function accountsOf(config: Config): Deployment['accounts'] {
  const { accounts } = config;
  const origins = [...ownOriginsOf(config), ...(accounts?.origins ?? [])];
  return { enabled: accounts?.enabled ?? origins.length > 0, origins };
}

/** Where clients reach it: what agents sign their requests for. None where none is known. */
function ownOriginsOf({ server, profile }: Config): readonly string[] {
  const { publicUrl, host, port } = server;
  const local = (name: string): string =>
    new URL(`http://${name.includes(':') ? `[${name}]` : name}:${port}`).origin;
  // A browser names a devnet by either.
  const usual = profile === 'devnet' ? [local(host), local('localhost')] : [];
  return publicUrl === undefined ? usual : [new URL(publicUrl).origin];
}

/** Where live facts of Solana are read; null where the config names no node. */
export function solanaUrlOf(
  { solana }: Pick<Config, 'solana'>,
  env: NodeJS.ProcessEnv,
): string | null {
  if (solana === undefined) return null;
  return typeof solana.rpcUrl === 'string' ? solana.rpcUrl : readSecret(solana.rpcUrl, env);
}

/** Whole bps: the config allows two decimals of a percent. */
export function bandOf({ parBandPct }: Pick<Config, 'parBandPct'>): Bps {
  return bps(Math.round(parBandPct * 100));
}

/** The others post their data elsewhere, and their receipts may leave out a part of what it costs. */
const layerOnes: readonly number[] = [1, 56, 100, 137, 146, 999, 43_114];
const rollupPct = 5;

function booksPolicyOf({ books, profile }: Config): BooksPolicy {
  // A devnet's chains charge exactly what their receipts say.
  const rollups = evmNodes.filter(({ chainId }) => !layerOnes.includes(chainId));
  const usual =
    profile === 'devnet' ? [] : rollups.map(({ chainId }) => [String(chainId), rollupPct] as const);
  const pct = { ...Object.fromEntries(usual), ...books.gasAdjustmentPct };
  return {
    reconcileEveryMs: books.reconcileEverySec * 1_000,
    driftHoldsMs: 1_000,
    gasAdjustmentBps: new Map(
      Object.entries(pct).map(([id, share]) => [evmChain(Number(id)), Math.round(share * 100)]),
    ),
  };
}

function deployAsk({ ask }: Config, env: NodeJS.ProcessEnv): Deployment['ask'] {
  if (ask === undefined) return null;
  const { baseUrl, model, apiKey } = ask;
  return { baseUrl, model, apiKey: apiKey === undefined ? null : readSecret(apiKey, env) };
}

/** Long enough to tell two credentials apart, too short to find one by. */
const markDigits = 8;

function deployPrimitives(
  { primitives }: Pick<Config, 'primitives'>,
  operators: Deployment['operators'],
  env: NodeJS.ProcessEnv,
): PrimitivePolicy {
  return {
    ...primitives,
    isLive: env['PRIMITIVES_LIVE'] === '1',
    operatorMarks: Object.fromEntries(operators.map(({ name, token }) => [name, markOf(token)])),
  };
}

function markOf(token: string): string {
  return createHash('sha256').update(`primitives\n${token}`).digest('hex').slice(0, markDigits);
}

function operatorsOf(
  { operatorToken, operators }: Pick<Config, 'operatorToken' | 'operators'>,
  env: NodeJS.ProcessEnv,
): Deployment['operators'] {
  return [
    ...(operatorToken === undefined
      ? []
      : [{ name: 'operator', token: readSecret(operatorToken, env) }]),
    ...operators.map(({ name, token }) => ({ name, token: readSecret(token, env) })),
  ];
}

function tracingOf({ tracing }: Config, env: NodeJS.ProcessEnv): Deployment['tracing'] {
  if (tracing === undefined) return null;
  const { url, headers, sampleRatio, tellsReceivers } = tracing;
  return {
    url,
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, ref]) => [name, readSecret(ref, env)]),
    ),
    sampleRatio,
    tellsReceivers,
  };
}

function metricsOf({ metrics }: Pick<Config, 'metrics'>): Deployment['metrics'] {
  return metrics.enabled ? { host: metrics.host, port: metrics.port ?? null } : null;
}
