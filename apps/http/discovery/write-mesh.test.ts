import { expect } from 'chai';
import { fakeHttpDeps } from '../testing/fake-http-deps.ts';
import { writeMesh } from './write-mesh.ts';

describe('the mesh on the wire', () => {
  it('has every field of the spec, and says of a closed node why', async () => {
    const mesh = writeMesh(await fakeHttpDeps().useCases.discovery.describeMesh());

    const closed = {
      executeReady: false,
      quotable: true,
      reason: 'Stellar as a source can be priced but not settled',
    };
    expect(mesh.chains).to.have.length(22);
    expect({ ...mesh, chains: [] }).to.deep.equal({
      nodes: 25,
      chains: [],
      routableNonEvm: ['stellar', 'solana', 'bitcoin'],
      directedRoutes: 462,
      relayer: '0x1000000000000000000000000000000000000ABc',
      permit2: '0x000000000022D473030F116dDEE9F6B43aC78BA3',
      engine: 'every rail is asked at once',
      nonEvmNodes: {
        stellar: {
          name: 'Stellar',
          executeReady: true,
          asSource: closed,
          asDestination: { executeReady: true, quotable: true },
        },
        solana: {
          name: 'Solana',
          executeReady: false,
          asSource: closed,
          asDestination: closed,
          reason: closed.reason,
        },
      },
      comparatorQuoteOnly: {
        sui: {
          name: 'Sui',
          executeReady: false,
          asSource: closed,
          asDestination: closed,
          reason: closed.reason,
        },
      },
    });
  });
});
