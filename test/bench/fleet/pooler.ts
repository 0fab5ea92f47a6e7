import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../chaos/free-port.ts';
import { stoppedWithBench } from '../scene/stopping.ts';

/** PgBouncer before a PostgreSQL. */
export interface Pooler {
  readonly url: string;
  stop(): Promise<void>;
}

export type PoolMode = 'session' | 'transaction';

const startWithinMs = 5_000;
const serverConnections = 20;

/** Where the machine has PgBouncer: npm brings none. */
export function findPooler(): string | null {
  const found = spawnSync('sh', ['-c', 'PATH="$PATH:/usr/sbin" command -v pgbouncer'], {
    encoding: 'utf8',
  });
  const path = found.stdout.trim();
  return found.status === 0 && path !== '' ? path : null;
}

/**
 * A pool of twenty server connections. PgBouncer passes no `options` of a connection on: what the store sets there
 * (schema, deadlines) has to be the role's own before it goes through one.
 */
export async function startPooler(
  program: string,
  databaseUrl: string,
  mode: PoolMode,
): Promise<Pooler> {
  const { hostname, port, username, pathname } = new URL(databaseUrl);
  const folder = mkdtempSync(join(tmpdir(), 'interline-pooler-'));
  // It gives root up, and reads its settings as a plain user then.
  chmodSync(folder, 0o755);
  const listenPort = await freePort();
  writeFileSync(join(folder, 'users.txt'), `"${username}" ""\n`);
  writeFileSync(
    join(folder, 'pgbouncer.ini'),
    [
      '[databases]',
      `${pathname.slice(1)} = host=${hostname} port=${port}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${listenPort}`,
      'auth_type = trust',
      `auth_file = ${join(folder, 'users.txt')}`,
      `pool_mode = ${mode}`,
      `default_pool_size = ${mode === 'session' ? serverConnections * 3 : serverConnections}`,
      'max_client_conn = 500',
      'ignore_startup_parameters = extra_float_digits,options,statement_timeout',
      'unix_socket_dir =',
      '',
    ].join('\n'),
  );
  const asRoot = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child = spawn(program, [...asRoot, join(folder, 'pgbouncer.ini')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const heard: Buffer[] = [];
  child.stderr.on('data', (chunk: Buffer) => heard.push(chunk));
  await untilListens(child, listenPort, () => Buffer.concat(heard).toString());
  return stoppedWithBench({
    url: `postgres://${username}@127.0.0.1:${listenPort}${pathname}`,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        const gone = once(child, 'exit');
        child.kill('SIGTERM');
        await gone;
      }
      rmSync(folder, { recursive: true, force: true });
    },
  });
}

async function untilListens(child: ChildProcess, port: number, said: () => string): Promise<void> {
  for (const endMs = performance.now() + startWithinMs; !(await listens(port));) {
    if (child.exitCode !== null || performance.now() > endMs) {
      child.kill('SIGKILL');
      throw new Error(`PgBouncer did not start: ${said()}`);
    }
    await sleep(20);
  }
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
