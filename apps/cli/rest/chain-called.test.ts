import { expect } from 'chai';
import { chainCalled } from './chain-called.ts';

describe('a chain that is called by a name', () => {
  it('is the one that the service calls so, whether it settles or only prices it', async () => {
    expect(await called('base', 'BERACHAIN', 'op-mainnet', 'arbitrum')).to.deep.equal([
      '8453',
      '80094',
      '10',
      '42161',
    ]);
  });

  it('stays as it is where it is a number, a name that requests take, or one that nobody knows', async () => {
    expect(await called('8453', 'bitcoin', 'nosuch')).to.deep.equal(['8453', 'bitcoin', 'nosuch']);
  });

  it('is refused with its candidates where two begin so', async () => {
    const [error] = await called('polygon');

    expect(String(error)).to.match(
      /"polygon" may be Polygon PoS \(137\) or Polygon zkEVM \(1101\)/,
    );
  });
});

async function called(...names: readonly string[]): Promise<readonly unknown[]> {
  const answers: Readonly<Record<string, unknown>> = {
    'GET /api/gasless/info': {
      gaslessChains: {
        10: { name: 'OP Mainnet' },
        137: { name: 'Polygon PoS' },
        1101: { name: 'Polygon zkEVM' },
        8453: { name: 'Base' },
        42161: { name: 'Arbitrum One' },
      },
    },
    'GET /api/route/chains': { comparatorQuoteOnly: { 80094: { name: 'Berachain' } } },
  };
  // CAST: the answers of two operations, as far as they are read.
  const client = { call: async (name: string) => answers[name] } as never;
  return Promise.all(
    names.map(async (name) => chainCalled(client, name).catch((error: unknown) => error)),
  );
}
