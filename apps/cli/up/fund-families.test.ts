import { asAddress, asUnits, type ChainRef, chainRef } from '@interline/kernel';
import { expect } from 'chai';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { fundFamilies } from './fund-families.ts';

const account = asAddress('GFLOAT');
const stellar = chainRef('stellar:pubnet');

describe('the float of a devnet on Stellar', () => {
  it('has its books read again once its dollars are there, which wait for its trustline', async () => {
    const asked: string[] = [];
    let isTrusted = false;
    const horizon = createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      response.writeHead(request.method === 'GET' || isTrusted ? 200 : 400).end('{}');
    });
    horizon.listen(0, '127.0.0.1');
    await once(horizon, 'listening');
    const { port } = horizon.address() as { port: number }; // CAST: a TCP server's address.
    const url = `http://127.0.0.1:${port}`;
    const refreshed = Promise.withResolvers<readonly ChainRef[]>();

    await fundFamilies(
      { url, stellar: { horizonUrl: url } },
      {
        funding: [{ id: 'stellar', chain: stellar, address: account }],
        custody: {
          account: () => account,
          balances: async (_chain, books) =>
            books.map((book) => ({ book, units: asUnits(0n), block: 1 })),
        },
        refresh: async (chains) => refreshed.resolve(chains),
      },
    );
    const before = [...asked];
    isTrusted = true;

    expect(await refreshed.promise).to.deep.equal([stellar]);
    expect(before[0]).to.equal(`GET /friendbot?addr=${account}`);
    expect(asked.at(-1)).to.equal('POST /devnet/faucet');
    horizon.close();
  });
});
