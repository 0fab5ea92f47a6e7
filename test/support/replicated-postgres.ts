import { appendFile, cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { initData, type ServedPostgres, serveData, stopServer } from './postgres.ts';
import { postgresBinaries } from './postgres-binaries.ts';

/** A primary and a standby that streams from it: two servers of one database. */
export interface ReplicatedPostgres {
  readonly primaryUrl: string;
  readonly standbyUrl: string;
  stopStandby(): Promise<void>;
  /** On the same port, with what it had. */
  startStandby(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Null where npm has no PostgreSQL for this platform. npm's has no pg_basebackup: the standby's files
 * are the primary's as they were before its first start.
 */
export async function startReplicated(): Promise<ReplicatedPostgres | null> {
  const folder = await mkdtemp(join(tmpdir(), 'interline-replicated-'));
  const remove = () => rm(folder, { recursive: true, force: true, maxRetries: 5 });
  const binaries = await postgresBinaries(folder);
  if (binaries === null) {
    await remove();
    return null;
  }
  const [dataDir, copyDir] = [join(folder, 'data'), join(folder, 'copy')];
  await initData(binaries, dataDir);
  await cp(dataDir, copyDir, { recursive: true });
  const primary = await serveData(binaries, { folder, dataDir });
  const { hostname, port } = new URL(primary.url);
  await writeFile(join(copyDir, 'standby.signal'), '');
  await appendFile(
    join(copyDir, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=${hostname} port=${port} user=interline'\n`,
  );
  let standby: ServedPostgres = await serveData(binaries, { folder, dataDir: copyDir });
  const standbyUrl = standby.url;
  return {
    primaryUrl: primary.url,
    standbyUrl,
    stopStandby: () => stopServer(standby),
    async startStandby() {
      standby = await serveData(binaries, {
        folder,
        dataDir: copyDir,
        port: Number(new URL(standbyUrl).port),
      });
    },
    async stop() {
      await stopServer(standby);
      await stopServer(primary);
      await remove();
    },
  };
}
