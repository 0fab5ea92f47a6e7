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

  it('is OP Mainnet if it is called optimism, and no other if the service does not have that', async () => {
    const [optimism, bsc] = await called('Optimism', 'bsc');

    expect([optimism, String(bsc)]).to.deep.equal([
      '10',
      'Error: "bsc" is not a chain here; "interline chains" lists them',
    ]);
  });

  it('stays as it is if it is a number, or a name that requests take', async () => {
    expect(await called('8453', 'bitcoin', '4216')).to.deep.equal(['8453', 'bitcoin', '4216']);
  });

  it('is refused if no chain is called so, with the command that lists them', async () => {
    const [error] = await called('arbitrun');

    expect(String(error)).to.equal(
      'Error: "arbitrun" is not a chain here; "interline chains" lists them',
    );
  });

  it('is refused with its candidates if two begin so', async () => {
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
