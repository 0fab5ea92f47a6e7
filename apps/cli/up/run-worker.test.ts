import { readConfig } from '@interline/server';
import { expect } from 'chai';
import { runWorker } from './run-worker.ts';

describe('a separate worker', () => {
  const options = { baseDir: '.', say: () => undefined };

  it('needs a database that it can share', async () => {
    const config = readConfig({
      profile: 'mainnet',
      chains: [{ chainId: 8453, rpcUrls: ['https://node.example'] }],
      tokens: [{ chainId: 8453, address: 'native', symbol: 'ETH', decimals: 18, asset: 'ETH' }],
      keys: { spender: { env: 'SPENDER' }, float: { env: 'FLOAT' } },
    });

    const said = await reasonOf(
      runWorker(config, { ...options, env: { SPENDER: '0x01', FLOAT: '0x02' } }),
    );

    expect(said).to.equal(
      'a worker of its own needs a database that several processes share: set DATABASE_URL, or database.url in the config',
    );
  });

  it('does not start its own devnet', async () => {
    const said = await reasonOf(
      runWorker(readConfig({ profile: 'devnet' }), { ...options, env: {} }),
    );

    expect(said).to.equal(
      'a worker joins a devnet that runs already: set INTERLINE_DEVNET to its address',
    );
  });
});

function reasonOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'none',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
}
