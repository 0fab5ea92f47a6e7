import type { Config } from './config-schema.ts';
import { readConfig } from './read-config.ts';
import { readPort } from './read-port.ts';

/**
 * What runs when nothing is configured: the whole devnet, as the environment has it. `interline up
 * --help` lists the variables.
 */
export function defaultConfig(env: NodeJS.ProcessEnv): Config {
  return readConfig({
    profile: 'devnet',
    dataDir: env['INTERLINE_DATA'] ?? 'data',
    server: { port: readPort(env['PORT'], 8787) },
    rpcUrls: rpcOverrides(env),
    ...(env['INTERLINE_LOG'] === undefined ? {} : { logLevel: env['INTERLINE_LOG'] }),
    ...(env['INTERLINE_OPERATOR_TOKEN'] === undefined
      ? {}
      : { operatorToken: { env: 'INTERLINE_OPERATOR_TOKEN' } }),
  });
}

/** `EVM_RPC_8453=https://...[,https://...]`: that chain is not started. */
function rpcOverrides(env: NodeJS.ProcessEnv): Record<string, string[]> {
  const named = Object.entries(env).flatMap(([name, value]) => {
    const id = /^EVM_RPC_([1-9][0-9]*)$/.exec(name)?.[1];
    return id === undefined || value === undefined || value === ''
      ? []
      : [[id, value.split(',')] as const];
  });
  return Object.fromEntries(named);
}
