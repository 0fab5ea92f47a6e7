import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from '@interline/adapters/clock';
import { type OpenRateLimiter, openPostgresRateLimiter } from '@interline/adapters/rate-limiter';
import { type Devnet, startDevnet } from '@interline/devnet';
import { parts } from '@interline/server';
import { expect } from 'chai';
import { fastFolder } from '../support/fast-folder.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { longestWaitMs } from '../support/longest-wait.ts';
import { quietLog } from '../support/quiet-log.ts';
import { postgresOrSkip, type TestPostgres } from '../support/postgres.ts';

const quote = '/api/route/quote?fromChain=8453&toChain=42161&amount=25000000&token=USDC';

describe('two http instances on one PostgreSQL', () => {
  let postgres: TestPostgres | undefined;
  let dataDir: string;
  let devnet: Devnet;
  let harnesses: readonly Harness[] = [];
  const limiters: OpenRateLimiter[] = [];
  before(async function () {
    postgres = await postgresOrSkip(this);
    dataDir = await mkdtemp(join(fastFolder, 'interline-limits-'));
    devnet = await startDevnet({ chainIds: [8453, 42161], port: 0 });
    const database = { url: postgres.url, schema: postgres.newSchema() };
    const options = { devnet, dataDir, limitScale: 1, database };
    // The first makes the schema. An instance that does not wait for a slow database counts for itself.
    const first = await startHarness(options);
    await first.stop();
    for (let instance = 0; instance < 2; instance += 1)
      limiters.push(
        await openPostgresRateLimiter({
          ...database,
          salt: 'of the test',
          log: quietLog,
          clock: systemClock,
          patienceMs: longestWaitMs,
        }),
      );
    harnesses = await Promise.all(
      limiters.map((limiter) =>
        startHarness({
          ...options,
          rebind: (container) => void container.rebind(parts.rateLimiter).toConstantValue(limiter),
        }),
      ),
    );
  });
  after(async () => {
    if (postgres === undefined) return;
    await Promise.all(harnesses.map((harness) => harness.stop()));
    await Promise.all(limiters.map((limiter) => limiter.close()));
    await devnet.stop();
    await postgres.stop();
    await rm(dataDir, { recursive: true });
  });

  it('give one address 40 quotes a minute between them, and each reports what is left at both', async () => {
    // At once: one after another they may take longer than the minute.
    const asked = await Promise.all(
      Array.from({ length: 44 }, async (_, nth) => {
        const response = await fetch(`${harnesses[nth % 2]?.url}${quote}`);
        await response.arrayBuffer();
        return {
          status: response.status,
          left: Number(response.headers.get('ratelimit-remaining')),
        };
      }),
    );

    expect(asked.map(({ status }) => status).toSorted((a, b) => a - b)).to.deep.equal(
      Array.from({ length: 44 }, (_, nth) => (nth < 40 ? 200 : 429)),
    );
    expect(asked.map(({ left }) => left).toSorted((a, b) => b - a)).to.deep.equal(
      Array.from({ length: 44 }, (_, nth) => Math.max(0, 39 - nth)),
    );
  });
});
