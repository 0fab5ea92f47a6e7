import { openStore, openStoreOn, postgresDialect, type Store } from '@interline/adapters/store';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fastFolder } from './fast-folder.ts';
import { postgresOrSkip, type TestPostgres } from './postgres.ts';
import { until } from './until.ts';

/** Where a child's unit is when the child is killed. */
export const killPlaces = ['outside', 'before the COMMIT', 'after the COMMIT'] as const;
export type KillPlace = (typeof killPlaces)[number];

/** A store that a child works on until it is killed. */
export interface KilledStore {
  /** Numbers that the child wrote for what was kept, up to its death. */
  toldBefore(child: string, place: KillPlace): Promise<readonly number[]>;
  /** What it left, once nothing of its is under way any more. */
  open(): Promise<Store>;
}

/** The same suite over a file and over PostgreSQL, on an empty store for each test. */
export function onKilledStores(suite: (given: () => KilledStore) => void): void {
  describe('on SQLite', () => {
    let dir: string;
    beforeEach(async () => {
      dir = await mkdtemp(join(fastFolder, 'interline-killed-'));
    });
    afterEach(() => rm(dir, { recursive: true }));

    suite(() => {
      const file = join(dir, 'store.db');
      return {
        toldBefore: (child, place) => toldBefore(child, [place, file]),
        open: () => openStore({ file }),
      };
    });
  });

  describe('on PostgreSQL', () => {
    let postgres: TestPostgres | null = null;
    let schema: string;
    before(async function () {
      postgres = await postgresOrSkip(this);
    });
    beforeEach(() => {
      schema = postgres?.newSchema() ?? '';
    });
    after(async () => postgres?.stop());

    suite(() => {
      if (postgres === null) throw new Error('PostgreSQL is not there yet');
      return onPostgres(postgres, schema);
    });
  });
}

function onPostgres(postgres: TestPostgres, schema: string): KilledStore {
  const { url } = postgres;
  const backends = async (): Promise<readonly number[]> => {
    const rows = await postgres.query<{ pid: number }>(
      "SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()",
    );
    return rows.map(({ pid }) => pid);
  };
  return {
    async toldBefore(child, place) {
      const before = new Set(await backends());
      const told = await toldBefore(child, [place, url, schema]);
      // What the server had read of it is still done, or rolled back.
      await until("the end of the child's connections", async () =>
        (await backends()).every((pid) => before.has(pid)),
      );
      return told;
    },
    open: () => openStoreOn(postgresDialect({ url, schema }), {}),
  };
}

async function toldBefore(child: string, args: readonly string[]): Promise<readonly number[]> {
  const [place] = args;
  const running = spawn(process.execPath, ['--conditions=interline-source', child, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const told: number[] = [];
  createInterface(running.stdout).on('line', (line) => {
    told.push(Number(line));
    if (place === 'outside' && told.length === 100) running.kill('SIGKILL');
  });
  await once(running, 'close');
  return told;
}

/** In the child: the place that it was given, and the store behind it. */
export async function storeOfChild(): Promise<{ readonly place: string; readonly opened: Store }> {
  const [place = '', at = '', schema] = process.argv.slice(2);
  const opened =
    schema === undefined
      ? await openStore({ file: at })
      : await openStoreOn(postgresDialect({ url: at, schema }), {});
  return { place, opened };
}

/** In the child: dies in the unit of that number, or behind it. */
export function dieAt(
  { place, at }: { readonly place: string; readonly at: number },
  here: KillPlace,
): void {
  if (place === here && at === 60) process.kill(process.pid, 'SIGKILL');
}
