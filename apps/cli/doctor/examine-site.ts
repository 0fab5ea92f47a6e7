import { accessSync, constants, existsSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { dirname, resolve } from 'node:path';
import type { Config, Deployment } from '@interline/server';
import { systemCode } from '@interline/server/system-code';
import { shortestCredential } from '@interline/http';
import { type Finding, reasonOf } from './finding.ts';

/**
 * What the first start would stumble over on this machine: its folder, its addresses and the
 * operator's token. Makes nothing.
 */
export async function examineSite({
  dataDir,
  server,
  metrics,
}: Pick<Config, 'dataDir' | 'server' | 'metrics'>): Promise<readonly Finding[]> {
  return [
    examineFolder(dataDir),
    await examineAddress('the service', server),
    // Left out, it takes any free one where the usual one is taken.
    ...(metrics.enabled && metrics.port !== undefined
      ? [await examineAddress('the metrics', { host: metrics.host, port: metrics.port })]
      : []),
  ];
}

export function examineOperators({
  operators,
  profile,
}: Pick<Deployment, 'operators' | 'profile'>): Finding {
  const part = 'operator';
  if (operators.length === 0)
    return {
      part,
      ok: true,
      says:
        profile === 'devnet'
          ? 'the config names no operator token; a devnet makes one at its start, operator.token in the data folder'
          : "the config names no operator token, so the operator's endpoints are closed",
    };
  const short = operators.find(({ token }) => token.length < shortestCredential);
  return {
    part,
    ok: short === undefined,
    says:
      short === undefined
        ? `the tokens of ${operators.map(({ name }) => name).join(', ')} are long enough`
        : `the token of operator "${short.name}" has ${short.token.length} characters; wanted at least ${shortestCredential}, such as \`openssl rand -hex 24\` makes`,
  };
}

function examineFolder(dataDir: string): Finding {
  const part = 'folder';
  const nearest = (path: string): string =>
    existsSync(path) || dirname(path) === path ? path : nearest(dirname(path));
  const there = nearest(resolve(dataDir));
  try {
    accessSync(there, constants.W_OK | constants.X_OK);
    return {
      part,
      ok: true,
      says:
        there === resolve(dataDir)
          ? `${dataDir} can be written`
          : `${dataDir} is not there yet and can be made`,
    };
  } catch (error) {
    return {
      part,
      ok: false,
      says: `${dataDir} cannot be written (${reasonOf(error)}); give this user the right to it, or name another as dataDir`,
    };
  }
}

async function examineAddress(
  whose: string,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<Finding> {
  const part = 'port';
  const server = createServer();
  try {
    server.listen(port, host);
    await once(server, 'listening');
    return { part, ok: true, says: `${host}:${port} is free for ${whose}` };
  } catch (error) {
    const code = systemCode(error);
    return {
      part,
      ok: false,
      says: `${host}:${port}, wanted for ${whose}, ${code === 'EADDRINUSE' ? 'is taken: stop what holds it, or if that is this deployment at work, run doctor without --config' : `cannot be listened on (${code}); name another`}`,
    };
  } finally {
    server.close();
  }
}
