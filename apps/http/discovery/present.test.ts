import type { ServiceState } from '@interline/core/discovery';
import { endpoints } from '../server/endpoints.ts';
import { fakeHttpDeps } from '../testing/fake-http-deps.ts';
import { presentGaslessInfo, presentMesh, presentStatus } from './present.ts';
import { expect } from 'chai';

const state: ServiceState = {
  switches: [],
  status: 'operational',
  atMs: 1_800_000_000_000,
  evm: [
    { chainId: 1, name: 'Ethereum', isUp: false },
    { chainId: 8453, name: 'Base', isUp: true },
  ],
  nonEvm: [
    { name: 'stellar', isUp: true, isSimulated: true },
    { name: 'bitcoin', isUp: true },
  ],
  rails: [
    { name: 'floatlane', isUp: true, reason: null, own: null },
    {
      name: 'lifi',
      isUp: false,
      reason: 'the request limit of lifi is used up for 7199 s',
      own: {
        state: 'used-up',
        reason: 'the request limit of lifi is used up for 7199 s',
        requestsLeft: 0,
      },
    },
    { name: 'stellar', isUp: false, reason: 'its account is empty', own: null },
  ],
  routes: 2,
  reasons: ['an account on 8453 is stopped (interline desk)'],
};

describe('the service status on the wire', () => {
  it('has every field of the spec and counts what is up', () => {
    const status = presentStatus(state, []);

    expect(status).to.deep.equal({
      status: 'operational',
      ts: 1_800_000_000_000,
      nodes: {
        up: 3,
        total: 4,
        evm: [
          { chainId: 1, name: 'Ethereum', up: false },
          { chainId: 8453, name: 'Base', up: true },
        ],
        nonEvm: [
          { name: 'stellar', up: true, simulated: true },
          { name: 'bitcoin', up: true },
        ],
      },
      rails: [
        { name: 'floatlane', up: true },
        {
          name: 'lifi',
          up: false,
          reason: 'the request limit of lifi is used up for 7199 s',
        },
        { name: 'stellar', up: false },
      ],
      routes: 2,
      switches: [],
      endpoints: [],
    });
  });

  it('lists every endpoint of the table except those of operators', () => {
    const status = presentStatus(state, endpoints);

    expect(status.endpoints.map((endpoint) => endpoint.name)).to.deep.equal(
      endpoints
        .filter(({ path }) => !path.startsWith('/operator/'))
        .map(({ method, path }) => `${method} ${path}`),
    );
    expect(status.endpoints.every((endpoint) => endpoint.up)).to.equal(true);
  });

  it('takes execution down with the last lane, and prices with the last rail', () => {
    const down = (change: Partial<ServiceState>): string[] =>
      presentStatus({ ...state, ...change }, endpoints)
        .endpoints.filter((endpoint) => !endpoint.up)
        .map((endpoint) => endpoint.name);

    expect(down({ routes: 0 })).to.deep.equal([
      'POST /api/agent/do',
      'POST /api/route/execute',
      'POST /api/floatlane/execute',
      'POST /api/payments/fund',
    ]);
    expect(
      down({ rails: [{ name: 'floatlane', isUp: false, reason: null, own: null }] }),
    ).to.deep.equal([
      'POST /api/route/quote',
      'GET /api/route/quote',
      'POST /api/route/compare',
      'GET /api/route/compare',
      'POST /api/intent/solve',
      'GET /api/intent/solve',
      'POST /api/plan',
      'POST /api/route/batch',
    ]);
    expect(down({ routes: null, rails: [] })).to.have.length(12);
  });
});

describe('the mesh on the wire', () => {
  it('has every field of the spec, and says of a closed node why', async () => {
    const mesh = presentMesh(await fakeHttpDeps().useCases.discovery.describeMesh());

    const closed = {
      executeReady: false,
      quotable: true,
      reason: 'Stellar as a source is never settled, only priced where a rail prices it',
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
          quotable: true,
          lanes: ['*->sui'],
          reason: 'Sui is priced and never settled',
        },
      },
    });
  });
});

describe('the gasless terms on the wire', () => {
  it('have every field of the spec', async () => {
    const account = '0x1000000000000000000000000000000000000ABc';
    const permit2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3';

    const { gaslessTerms } = fakeHttpDeps().useCases.discovery;
    const terms = await gaslessTerms(null, new AbortController().signal);

    expect(presentGaslessInfo(terms)).to.deep.equal({
      service: 'interline',
      router: account,
      svcRouter: account,
      tokenPaymaster: account,
      permit2,
      entryPoint: account,
      relayer: account,
      chainId: 8453,
      routes: ['direct', 'cheapest', 'fastest'],
      recommended: 'cheapest',
      gaslessChains: { 8453: { name: 'Base', nativeSymbol: 'ETH', tokens: ['USDC'] } },
      acceptedTokens: [
        {
          chainId: 8453,
          address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
          symbol: 'USDC',
          decimals: 6,
          eip2612: true,
        },
      ],
      domain: { name: 'Permit2', chainId: 8453, verifyingContract: permit2 },
      note: 'tokenPaymaster is the zero address',
    });
  });
});
