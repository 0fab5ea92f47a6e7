import type { PrimitivePolicy } from '@interline/core/primitives';
import { type Bps, bps } from '@interline/kernel';
import { createHash } from 'node:crypto';
import type { Config } from './config/config-schema.ts';
import { readSecret } from './config/secrets.ts';
import type { Deployment } from './deployment.ts';

type Shared = Pick<
  Deployment,
  | 'logLevel'
  | 'server'
  | 'limits'
  | 'metrics'
  | 'operators'
  | 'ask'
  | 'hooks'
  | 'primitives'
  | 'feeThresholdBps'
>;

/** What both profiles take from a config alike, with its secrets read. */
export function sharedByProfiles(config: Config, env: NodeJS.ProcessEnv): Shared {
  const { logLevel, server, limits, hooks, compare } = config;
  const operators = operatorsOf(config, env);
  return {
    logLevel,
    server,
    limits,
    hooks,
    operators,
    metrics: metricsOf(config),
    ask: deployAsk(config, env),
    primitives: deployPrimitives(config, operators, env),
    feeThresholdBps: bps(Math.round(compare.thresholdPct * 100)),
  };
}

/** Whole bps: the config allows two decimals of a percent. */
export function bandOf({ parBandPct }: Pick<Config, 'parBandPct'>): Bps {
  return bps(Math.round(parBandPct * 100));
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

function metricsOf({ metrics }: Pick<Config, 'metrics'>): Deployment['metrics'] {
  return metrics.enabled ? { host: metrics.host, port: metrics.port ?? null } : null;
}
