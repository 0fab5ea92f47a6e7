import type { Config } from './config/config-schema.ts';
import { readSecret } from './config/secret-ref.ts';
import type { Deployment } from './deployment.ts';

export function deployAsk({ ask }: Config, env: NodeJS.ProcessEnv): Deployment['ask'] {
  if (ask === undefined) return null;
  const { baseUrl, model, apiKey } = ask;
  return { baseUrl, model, apiKey: apiKey === undefined ? null : readSecret(apiKey, env) };
}
