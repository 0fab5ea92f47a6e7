import { type RunOptions, runService, runWorker } from '@interline/cli';
import { type Composed, parts, readConfig } from '@interline/server';
import { guardRail, railRegistry } from '@interline/plugins';
import { guardOptions } from '../support/guard-options.ts';
import { stockRail } from '../support/stock-rail.ts';
import type { MemberStart, MemberWord } from './fleet-words.ts';

// One instance as a process that can be killed: over HTTP or at work, beside others on the same
// database.

let container: Composed['container'] | null = null;

async function start({
  role,
  devnetUrl,
  databaseUrl,
  schema,
  dataDir,
  batching,
}: MemberStart): Promise<MemberWord> {
  const config = readConfig({
    profile: 'devnet',
    dataDir,
    logLevel: process.env['INTERLINE_LOG'] ?? 'silent',
    server: { port: 0 },
    limits: { scale: 1_000_000 },
    batching: [...batching],
    database: { url: { env: 'FLEET_DATABASE' }, schema },
  });
  const options: RunOptions = {
    baseDir: dataDir,
    env: { INTERLINE_DEVNET: devnetUrl, FLEET_DATABASE: databaseUrl },
    say: () => undefined,
    rebind,
  };
  const url =
    role.kind === 'http'
      ? (await runService(config, { ...options, isHttpOnly: true })).url
      : await runWorker(config, { ...options, worker: role.name }).then(() => null);
  if (container === null) throw new Error('the composition did not offer its container');
  const custody = container.get(parts.evm);
  return {
    kind: 'ready',
    url,
    accounts: { spender: custody.evmAccounts.spender, float: custody.evmAccounts.float },
  };
}

function rebind(inside: Composed['container']): void {
  container = inside;
  const deployment = inside.get(parts.deployment);
  inside.rebind(parts.deployment).toConstantValue({
    ...deployment,
    policy: {
      ...deployment.policy,
      rebroadcastAfterMs: 500,
      patienceMs: 5_000,
      retryAfterMs: 100,
      refundRetryMs: 300,
    },
  });
  inside
    .bind(parts.registry)
    .toConstantValue(railRegistry([guardRail(stockRail(), guardOptions(inside))]));
}

process.once('message', (order: MemberStart) => {
  const say = (word: MemberWord) => process.send?.(word, () => undefined);
  void start(order).then(say, (error: unknown) =>
    say({
      kind: 'failed',
      reason: error instanceof Error ? (error.stack ?? error.message) : String(error),
    }),
  );
});
// The parent is gone: there is nothing left to serve.
process.once('disconnect', () => process.exit());
