import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Devnet, startDevnet } from '@interline/devnet';
import { expect } from 'chai';
import { fastFolder } from '../support/fast-folder.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { postgresOrSkip, type TestPostgres } from '../support/postgres.ts';

const quote = '/api/route/quote?fromChain=8453&toChain=42161&amount=25000000&token=USDC';

describe('two http instances on one PostgreSQL', () => {
  let postgres: TestPostgres | undefined;
  let dataDir: string;
  let devnet: Devnet;
  let harnesses: readonly Harness[] = [];
  before(async function () {
    postgres = await postgresOrSkip(this);
    dataDir = await mkdtemp(join(fastFolder, 'interline-limits-'));
    devnet = await startDevnet({ chainIds: [8453, 42161], port: 0 });
    const options = {
      devnet,
      dataDir,
      limitScale: 1,
      database: { url: postgres.url, schema: postgres.newSchema() },
    };
    harnesses = [await startHarness(options), await startHarness(options)];
  });
  after(async () => {
    if (postgres === undefined) return;
    await Promise.all(harnesses.map((harness) => harness.stop()));
    await devnet.stop();
    await postgres.stop();
    await rm(dataDir, { recursive: true });
  });

  it('give one address 40 quotes a minute between them, and each tells it what is left at both', async () => {
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
