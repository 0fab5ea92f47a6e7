import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '@interline/server';
import { expect } from 'chai';
import { runService } from './run-service.ts';

describe('a service that cannot be served', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'interline-service-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('releases its data folder, so that the next start fails for the same reason', async () => {
    await writeFile(join(folder, 'package.json'), '{}');
    const config = readConfig({
      profile: 'mainnet',
      dataDir: folder,
      logLevel: 'silent',
      operatorToken: { env: 'TOKEN' },
      server: { port: 0 },
      metrics: { port: 0 },
      chains: [{ chainId: 8453, rpcUrls: ['https://node.example'] }],
      tokens: [{ chainId: 8453, address: 'native', symbol: 'ETH', decimals: 18, asset: 'ETH' }],
      keys: { spender: { env: 'SPENDER' }, float: { env: 'FLOAT' } },
    });
    const env = { TOKEN: 'short', SPENDER: `0x${'1'.repeat(64)}`, FLOAT: `0x${'2'.repeat(64)}` };
    const start = (): Promise<string> =>
      runService(config, { baseDir: folder, env, say: () => undefined }).then(
        () => 'it serves',
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      );

    const said = [await start(), await start()];

    expect(said).to.deep.equal(
      Array(2).fill('the token of operator "operator" has 5 characters; wanted at least 16'),
    );
  });

  it('takes no money that no worker could move: a process that only takes requests needs a database that it can share', async () => {
    await writeFile(join(folder, 'package.json'), '{}');
    const config = readConfig({
      profile: 'mainnet',
      dataDir: folder,
      logLevel: 'silent',
      server: { port: 0 },
      metrics: { port: 0 },
      chains: [{ chainId: 8453, rpcUrls: ['https://node.example'] }],
      tokens: [{ chainId: 8453, address: 'native', symbol: 'ETH', decimals: 18, asset: 'ETH' }],
      keys: { spender: { env: 'SPENDER' }, float: { env: 'FLOAT' } },
    });
    const env = { SPENDER: `0x${'1'.repeat(64)}`, FLOAT: `0x${'2'.repeat(64)}` };

    const said = await runService(config, {
      baseDir: folder,
      env,
      say: () => undefined,
      isHttpOnly: true,
    }).then(
      () => 'it serves',
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );

    expect(said).to.equal(
      'with --http-only the work is left to workers, which cannot share a file: set DATABASE_URL, or database.url in the config, or leave --http-only out',
    );
  });
});
