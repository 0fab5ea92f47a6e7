import { bps } from '@interline/domain';
import type { Config } from './config/config-schema.ts';
import { metricsOf } from './config/metrics-of.ts';
import { readSecret } from './config/secret-ref.ts';
import { deployAsk } from './deploy-ask.ts';
import { deployPrimitives } from './deploy-primitives.ts';
import type { Deployment } from './deployment.ts';

type Shared = Pick<Deployment, 'logLevel' | 'server' | 'limits' | 'metrics' | 'operatorToken' | 'ask' | 'hooks' | 'primitives' | 'feeThresholdBps'>;

/** What both profiles take from a config alike, with its secrets read. */
export function sharedByProfiles(config: Config, env: NodeJS.ProcessEnv): Shared {
  const { logLevel, server, limits, operatorToken, hooks, compare } = config;
  return {
    logLevel, server, limits, hooks,
    metrics: metricsOf(config),
    operatorToken: operatorToken === undefined ? null : readSecret(operatorToken, env),
    ask: deployAsk(config, env),
    primitives: deployPrimitives(config, env),
    feeThresholdBps: bps(Math.round(compare.thresholdPct * 100)),
  };
}
