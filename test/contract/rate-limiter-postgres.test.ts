import { setTimeout } from 'node:timers/promises';
import { systemClock } from '@interline/adapters/clock';
import {
  openPostgresRateLimiter,
  type OpenRateLimiter,
  type PostgresLimiterOptions,
} from '@interline/adapters/rate-limiter';
import type { Admission, Log, LogFields } from '@interline/ports';
import { until } from '../support/until.ts';
import { onPostgres, type PostgresScene } from './on-postgres.ts';
import { rateLimiterContract } from './rate-limiter-contract.ts';
import { expect } from 'chai';
import pg from 'pg';

/** Longer than any stall of a test machine: these suites look at what the database counts. */
const patienceMs = 60_000;
const quota = { requests: 40, perMs: 60_000 };
/** By the database's own clock nothing leaves this window while a test runs. */
const hourly = { requests: 40, perMs: 3_600_000 };

onPostgres((given) => {
  rateLimiterContract('PostgreSQL', async ({ now, monotonic }) => {
    const limiter = await open(given(), { now, clock: { ...systemClock, monotonic } });
    return { limiter, close: () => limiter.close() };
  });

  describe('two rate limiters on one PostgreSQL', () => {
    let limiters: readonly OpenRateLimiter[] = [];
    let schema: string;
    beforeEach(async () => {
      limiters = [];
      schema = given().postgres.newSchema();
      limiters = [await open(given(), { schema }), await open(given(), { schema })];
    });
    afterEach(() => Promise.all(limiters.map((limiter) => limiter.close())));

    const takeByTurns = async (
      requests: number,
      bucketsOf: (nth: number) => readonly string[],
    ): Promise<readonly Admission[]> =>
      Promise.all(
        Array.from({ length: requests / 2 }, (_, nth) =>
          limiters.map((limiter) => limiter.take(bucketsOf(nth), hourly)),
        ).flat(),
      );

    it('take exactly 40 of 200 requests that ask at once', async () => {
      const answers = await takeByTurns(200, () => ['a']);

      expect(answers.filter(({ isAdmitted }) => isAdmitted)).to.have.length(40);
      expect(
        new Set(answers.flatMap((one) => (one.isAdmitted ? [one.remaining] : []))),
      ).to.have.property('size', 40);
    });

    it('do not wait for each other in a circle, in whatever order the buckets are named', async () => {
      const answers = await takeByTurns(200, (nth) => (nth % 2 === 0 ? ['a', 'b'] : ['b', 'a']));

      expect(answers.filter(({ isAdmitted }) => isAdmitted)).to.have.length(40);
    });

    it('write no name down', async () => {
      await limiters[0]?.take(['quote from 192.0.2.7'], quota);

      const rows = await given().postgres.query<{ bucket: string }>(
        `SELECT bucket FROM ${schema}.taken_request`,
      );
      expect(rows).to.have.length(1);
      expect(rows[0]?.bucket).to.match(/^[\w-]{43}$/);
    });
  });

  describe('a rate limiter on PostgreSQL', () => {
    it('clears away what left its window, of every bucket', async () => {
      const schema = given().postgres.newSchema();
      let nowMs = 0;
      const limiter = await open(given(), {
        schema,
        now: () => nowMs,
        clock: { ...systemClock, monotonic: () => nowMs },
      });
      for (let n = 0; n < 50; n += 1) await limiter.take([`from ${n}`], quota);
      nowMs = 60_000;

      await limiter.take(['another'], quota);
      await limiter.close();

      expect(
        await given().postgres.query(`SELECT count(*)::int AS rows FROM ${schema}.taken_request`),
      ).to.deep.equal([{ rows: 1 }]);
    });

    it('refuses from memory until the moment it named, while the table is not looked at', async () => {
      const schema = given().postgres.newSchema();
      let nowMs = 0;
      const limiter = await open(given(), {
        schema,
        now: () => nowMs,
        clock: { ...systemClock, monotonic: () => nowMs },
      });
      const once = { requests: 1, perMs: 60_000 };
      await limiter.take(['a'], once);
      await limiter.take(['a'], once);
      await given().postgres.query(`TRUNCATE ${schema}.taken_request`);

      nowMs = 59_999;
      expect(await limiter.take(['a'], once)).to.deep.equal({ isAdmitted: false, retryAfterMs: 1 });
      nowMs = 60_000;
      expect(await limiter.take(['a'], once)).to.deep.equal({
        isAdmitted: true,
        remaining: 0,
        freesInMs: 60_000,
      });
      await limiter.close();
    });

    it('says since when it remembers: over restarts, and only since the database lost its tables in a crash', async () => {
      const schema = given().postgres.newSchema();
      let nowMs = 1_000;
      const at = (ms: number): Promise<OpenRateLimiter> => {
        nowMs = ms;
        return open(given(), { schema, now: () => nowMs });
      };
      const since = async (limiter: OpenRateLimiter, name: string) =>
        (await limiter.takeOnce(name, 240_000)).sinceMs;
      const first = await at(1_000);
      const second = await at(2_000);
      const kept = [await since(first, 'a'), await since(second, 'b')];

      nowMs = 3_000;
      // What a crash does to unlogged tables. No connection is open that could tell of it.
      await given().postgres.query(`TRUNCATE ${schema}.taken_once, ${schema}.taken_once_memory`);
      const again = await first.takeOnce('a', 240_000);
      const third = await at(4_000);
      const later = await since(third, 'c');
      await Promise.all([first, second, third].map((one) => one.close()));

      expect(kept).to.deep.equal([1_000, 1_000]);
      expect(again).to.deep.equal({ isNew: true, sinceMs: 3_000, nowMs: 3_000 });
      expect(later).to.equal(3_000);
    });

    it('has nothing of once pushed out by what it counts', async () => {
      const limiter = await open(given(), {});
      await limiter.takeOnce('a', 240_000);
      await limiter.take(['a'], { requests: 1, perMs: 60_000 });

      expect((await limiter.takeOnce('a', 240_000)).isNew).to.equal(false);
      await limiter.close();
    });

    it('keeps no caller out for longer than a window when the clock is set back', async () => {
      let nowMs = 86_400_000;
      const limiter = await open(given(), { now: () => nowMs });
      await limiter.take(['a'], { requests: 1, perMs: 60_000 });
      nowMs = 0;

      expect(await limiter.take(['a'], { requests: 1, perMs: 60_000 })).to.deep.equal({
        isAdmitted: true,
        remaining: 0,
        freesInMs: 60_000,
      });
      await limiter.close();
    });
  });

  describe('rate limiters of instances that start together', () => {
    it('all open, twelve at once on a schema that has no table yet, and share one count', async () => {
      const schema = given().postgres.newSchema();
      await given().postgres.query(`CREATE SCHEMA ${schema}`);

      const limiters = await Promise.all(
        Array.from({ length: 12 }, () => openLimiter(given(), { schema })),
      );
      const answers = await Promise.all(
        limiters.flatMap((limiter) => Array.from({ length: 4 }, () => limiter.take(['a'], hourly))),
      );
      await Promise.all(limiters.map((limiter) => limiter.close()));

      expect(answers.filter(({ isAdmitted }) => isAdmitted)).to.have.length(40);
    });

    it('wait for the one that makes the table for longer than a request may take, which ended their start', async () => {
      const schema = given().postgres.newSchema();
      await given().postgres.query(`CREATE SCHEMA ${schema}`);
      const holder = new pg.Client({ connectionString: given().postgres.url });
      await holder.connect();
      await holder.query(`BEGIN; SELECT pg_advisory_xact_lock(8453002, hashtext('${schema}'))`);

      const opening = openLimiter(given(), { schema, stuckMs: 50 });
      await until(
        'the second instance waits',
        async () =>
          (
            await given().postgres.query(
              "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted",
            )
          ).length === 1,
      );
      await setTimeout(200);
      await holder.end();

      await (await opening).close();
    });
  });

  describe('a rate limiter whose PostgreSQL fails', () => {
    let schema: string;
    let limiter: OpenRateLimiter | undefined;
    let nowMs: number;
    let warned: (readonly [event: string, fields: LogFields | undefined])[];
    beforeEach(() => {
      schema = given().postgres.newSchema();
      limiter = undefined;
      nowMs = 0;
      warned = [];
    });
    afterEach(() => limiter?.close());
    const opened = async (
      options: Partial<PostgresLimiterOptions> = {},
    ): Promise<OpenRateLimiter> => {
      const log: Log = {
        ...silent,
        warn: (event, fields) => {
          warned.push([event, fields]);
        },
      };
      limiter = await open(given(), {
        schema,
        log,
        clock: { ...systemClock, monotonic: () => nowMs },
        ...options,
      });
      return limiter;
    };
    const twice = { requests: 2, perMs: 600_000 };
    const sql = (text: string) => given().postgres.query(text);

    it('counts in its own process meanwhile, warns once a minute, and shares again after it recovers', async () => {
      const limiter = await opened();
      await sql(`ALTER TABLE ${schema}.taken_request RENAME TO hidden`);
      const meanwhile = [];
      for (const ms of [0, 500, 1_000, 59_000, 60_000]) {
        nowMs = ms;
        meanwhile.push((await limiter.take(['a'], twice)).isAdmitted);
      }
      await sql(`ALTER TABLE ${schema}.hidden RENAME TO taken_request`);
      nowMs = 61_001;
      const afterwards = await limiter.take(['a'], twice);

      expect(meanwhile).to.deep.equal([true, true, false, false, false]);
      expect(warned).to.deep.equal([
        ['limits-not-shared', { fault: '42P01' }],
        ['limits-not-shared', { fault: '42P01' }],
      ]);
      expect(afterwards).to.include({ isAdmitted: true, remaining: 1 });
    });

    it('does not let a request wait for a database that hangs', async () => {
      const limiter = await opened({ patienceMs: 200 });
      const holder = new pg.Client({ connectionString: given().postgres.url });
      await holder.connect();
      await holder.query(`BEGIN; LOCK TABLE ${schema}.taken_request`);

      const answers = await Promise.all(
        Array.from({ length: 20 }, () => limiter.take(['a'], twice)),
      );
      await holder.end();

      expect(answers.filter(({ isAdmitted }) => isAdmitted)).to.have.length(2);
      expect(warned).to.deep.equal([['limits-not-shared', { fault: 'TooLate' }]]);
    });

    it('says of what it takes by itself meanwhile that it remembers nothing before, nor the table what was taken then', async () => {
      let wallMs = 1_000;
      const now = () => wallMs;
      const limiter = await opened({
        patienceMs: 200,
        now,
        clock: { ...systemClock, now, monotonic: () => nowMs },
      });
      const holder = new pg.Client({ connectionString: given().postgres.url });
      await holder.connect();
      wallMs = 500_000;
      const first = await limiter.takeOnce('a', 3_600_000);
      await holder.query(`BEGIN; LOCK TABLE ${schema}.taken_once`);
      wallMs = 501_000;
      const slow = await limiter.takeOnce('a', 3_600_000);
      const alone = await limiter.takeOnce('b', 3_600_000);
      await holder.end();
      nowMs = 1_001;
      wallMs = 502_000;
      const back = await limiter.takeOnce('b', 3_600_000);

      expect([first.isNew, first.sinceMs]).to.deep.equal([true, 1_000]);
      expect([slow, alone].map(({ isNew, sinceMs }) => [isNew, sinceMs])).to.deep.equal([
        [true, 500_001],
        [true, 500_001],
      ]);
      expect([back.isNew, back.sinceMs]).to.deep.equal([true, 502_000]);
    });

    it('lives through the loss of its connections', async () => {
      const limiter = await opened();
      await limiter.take(['a'], twice);
      await sql(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'interline-limits'",
      );

      await limiter.take(['b'], twice);
      nowMs = 2_000;

      expect(await limiter.take(['a'], twice)).to.include({ isAdmitted: true, remaining: 0 });
    });
  });
});

const silent: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  child: () => silent,
};

/**
 * In a schema that is there or is made, which two that do it at once cannot: PostgreSQL refuses the
 * second as a duplicate.
 */
async function open(
  scene: PostgresScene,
  options: Partial<PostgresLimiterOptions>,
): Promise<OpenRateLimiter> {
  const schema = options.schema ?? scene.postgres.newSchema();
  await scene.postgres.query(`CREATE SCHEMA IF NOT EXISTS ${schema}`);
  return openLimiter(scene, { ...options, schema });
}

function openLimiter(
  { postgres }: PostgresScene,
  options: Partial<PostgresLimiterOptions> & { readonly schema: string },
): Promise<OpenRateLimiter> {
  return openPostgresRateLimiter({
    url: postgres.url,
    salt: 'salt',
    log: silent,
    clock: systemClock,
    patienceMs,
    stuckMs: patienceMs,
    ...options,
  });
}
