import { bps } from '@interline/kernel';
import type { Config } from './config/config-schema.ts';
import { metricsOf } from './config/metrics-of.ts';
import { readSecret } from './config/secret-ref.ts';
import { deployAsk } from './deploy-ask.ts';
import { deployPrimitives } from './deploy-primitives.ts';
import type { Deployment } from './deployment.ts';

type Shared = Pick<
  Deployment,
  | 'logLevel'
  | 'server'
  | 'limits'
  | 'metrics'
  | 'operatorToken'
  | 'ask'
  | 'hooks'
  | 'primitives'
  | 'feeThresholdBps'
>;

/** What both profiles take from a config alike, with its secrets read. */
export function sharedByProfiles(config: Config, env: NodeJS.ProcessEnv): Shared {
  const { logLevel, server, limits, hooks, compare } = config;
  const operatorToken =
    config.operatorToken === undefined ? null : readSecret(config.operatorToken, env);
  return {
    logLevel,
    server,
    limits,
    hooks,
    operatorToken,
    metrics: metricsOf(config),
    ask: deployAsk(config, env),
    primitives: deployPrimitives(config, operatorToken, env),
    feeThresholdBps: bps(Math.round(compare.thresholdPct * 100)),
  };
}
