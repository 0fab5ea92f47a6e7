import type { Deployment } from '../deployment.ts';
import type { Config } from './config-schema.ts';

export function metricsOf({ metrics }: Pick<Config, 'metrics'>): Deployment['metrics'] {
  return metrics.enabled ? { host: metrics.host, port: metrics.port ?? null } : null;
}
