import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from '../chaos/free-port.ts';
import { type PostgresBinaries, postgresBinaries } from './postgres-binaries.ts';
import { longestWaitMs } from './longest-wait.ts';

/** A PostgreSQL of the tests' own, or the one DATABASE_URL names. */
export interface TestPostgres {
  readonly url: string;
  /** An unused name for a schema; `stop` drops that schema. */
  newSchema(): string;
  /** Runs statements as the tests' own hand in the database. */
  query<T extends pg.QueryResultRow>(sql: string): Promise<readonly T[]>;
  stop(): Promise<void>;
}

/**
 * Null where npm has no PostgreSQL for this platform and DATABASE_URL is not set. What it commits is
 * lost with the machine unless it is to be durable: tests need no disk.
 */
export async function startPostgres({ isDurable = false } = {}): Promise<TestPostgres | null> {
  const named = process.env['DATABASE_URL'];
  if (named !== undefined && named !== '') return attachPostgres(named);
  const folder = await mkdtemp(join(tmpdir(), 'interline-postgres-'));
  const binaries = await postgresBinaries(folder);
  const remove = () => rm(folder, { recursive: true, force: true, maxRetries: 5 });
  if (binaries === null) {
    await remove();
    return null;
  }
  const served = await serve(binaries, folder, isDurable);
  return connect(served.url, async () => {
    await stopServer(served);
    await remove();
  });
}

/** One that another process started; `stop` leaves it running. */
export function attachPostgres(url: string): TestPostgres {
  return connect(url, async () => undefined);
}

/** Mocha's `before` for a suite on PostgreSQL: skips it, with the reason, without a server. */
export async function postgresOrSkip(suite: Mocha.Context): Promise<TestPostgres> {
  const postgres = await startPostgres();
  if (postgres !== null) return postgres;
  console.warn(
    `      npm has no PostgreSQL for ${process.platform}-${process.arch}: set DATABASE_URL to run this suite`,
  );
  return suite.skip();
}

async function serve(
  binaries: PostgresBinaries,
  folder: string,
  isDurable: boolean,
): Promise<ServedPostgres> {
  const dataDir = join(folder, 'data');
  await initData(binaries, dataDir);
  return serveData(binaries, { folder, dataDir, isDurable });
}

/** A database's files, made anew; nothing runs on them yet. */
export async function initData(binaries: PostgresBinaries, dataDir: string): Promise<void> {
  const init = binaries.command('initdb', [
    '-D',
    dataDir,
    '-U',
    'interline',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--no-locale',
    '--no-sync',
    '--no-instructions',
  ]);
  await promisify(execFile)(init.file, init.args, { env: init.env });
}

export interface ServedPostgres {
  readonly url: string;
  readonly server: ChildProcess;
}

/** Runs a server on such files; `folder` is for its socket. */
export async function serveData(
  binaries: PostgresBinaries,
  {
    folder,
    dataDir,
    isDurable = false,
    port,
  }: {
    readonly folder: string;
    readonly dataDir: string;
    readonly isDurable?: boolean;
    readonly port?: number;
  },
): Promise<ServedPostgres> {
  const ownPort = port ?? (await freePort());
  const run = binaries.command('postgres', [
    '-D',
    dataDir,
    '-k',
    folder,
    '-p',
    String(ownPort),
    '-c',
    'listen_addresses=127.0.0.1',
    '-c',
    `fsync=${isDurable ? 'on' : 'off'}`,
    '-c',
    'max_connections=200',
  ]);
  const server = spawn(run.file, run.args, { env: run.env, stdio: ['ignore', 'ignore', 'pipe'] });
  const heard: Buffer[] = [];
  server.stderr.on('data', (chunk: Buffer) => heard.push(chunk));
  // A run that ends in the middle of a test leaves no server behind.
  process.once('exit', () => server.kill('SIGINT'));
  const url = `postgres://interline@127.0.0.1:${ownPort}/postgres`;
  for (const endMs = performance.now() + longestWaitMs; !(await answers(url));) {
    if (server.exitCode !== null || performance.now() > endMs)
      throw new Error(`PostgreSQL did not start: ${Buffer.concat(heard).toString()}`);
    await sleep(20);
  }
  return { url, server };
}

/** A smart stop would wait for clients that a killed worker left behind. */
export async function stopServer({ server }: ServedPostgres): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const gone = once(server, 'exit');
  server.kill('SIGINT');
  await gone;
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}

function connect(url: string, stop: () => Promise<void>): TestPostgres {
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  pool.on('error', () => undefined);
  const schemas: string[] = [];
  return {
    url,
    newSchema() {
      const schema = `test_${process.pid}_${Date.now()}_${schemas.length}`;
      schemas.push(schema);
      return schema;
    },
    query: async <T extends pg.QueryResultRow>(sql: string) => (await pool.query<T>(sql)).rows,
    async stop() {
      for (const schema of schemas)
        await pool.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`).catch(() => undefined);
      await pool.end();
      await stop();
    },
  };
}
