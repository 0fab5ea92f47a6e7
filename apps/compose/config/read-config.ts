import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { type Config, configSchema } from './config-schema.ts';

export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Reads and validates a whole config file (YAML or JSON) before anything starts. Unknown keys are errors. */
export function readConfigFile(path: string): Config {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    throw new ConfigError(`the config file ${path} cannot be read`);
  }
  try {
    return readConfig(parse(text));
  } catch (error) {
    // A YAML error goes on to quote the line, which may hold a node's key.
    throw new ConfigError(`${path}: ${error instanceof Error ? error.message.split('\n', 1)[0] : 'is not valid YAML'}`);
  }
}

/** Validates config data; the message names every field that is wrong. */
export function readConfig(data: unknown): Config {
  const result = configSchema.safeParse(data);
  if (result.success) return result.data;
  const problems = result.error.issues.map((issue) => `${issue.path.join('.') || 'config'}: ${issue.message}`);
  throw new ConfigError(problems.join('; '));
}

/** What runs when nothing is configured: the whole devnet. The three variables are the ones `npm start` honours. */
export function defaultConfig(env: NodeJS.ProcessEnv): Config {
  return readConfig({
    profile: 'devnet',
    dataDir: env['INTERLINE_DATA'] ?? 'data',
    server: { port: portOf(env['PORT'], 8787) },
    rpcUrls: rpcOverrides(env),
    ...(env['INTERLINE_LOG'] === undefined ? {} : { logLevel: env['INTERLINE_LOG'] }),
    ...(env['INTERLINE_OPERATOR_TOKEN'] === undefined ? {} : { operatorToken: { env: 'INTERLINE_OPERATOR_TOKEN' } }),
  });
}

/** A port from the environment; throws on anything that is none. */
export function portOf(text: string | undefined, otherwise: number): number {
  if (text === undefined || text === '') return otherwise;
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new ConfigError(`a port must be a whole number from 0 to 65535; got ${JSON.stringify(text)}`);
  return port;
}

/** `EVM_RPC_8453=https://...[,https://...]`: that chain is not started. */
function rpcOverrides(env: NodeJS.ProcessEnv): Record<string, string[]> {
  const named = Object.entries(env).flatMap(([name, value]) => {
    const id = /^EVM_RPC_([1-9][0-9]*)$/.exec(name)?.[1];
    return id === undefined || value === undefined || value === '' ? [] : [[id, value.split(',')] as const];
  });
  return Object.fromEntries(named);
}
