import type { ServiceState } from '@interline/core/discovery';
import { endpoints } from '../server/endpoints.ts';
import { writeServiceStatus } from './write-service-status.ts';
import { expect } from 'chai';

const state: ServiceState = {
  status: 'operational',
  atMs: 1_800_000_000_000,
  evm: [
    { chainId: 1, name: 'Ethereum', isUp: false },
    { chainId: 8453, name: 'Base', isUp: true },
  ],
  nonEvm: [{ name: 'stellar', isUp: true }],
  rails: [{ name: 'floatlane', isUp: true }],
  routes: 2,
};

describe('the service status on the wire', () => {
  it('has every field of the spec and counts what is up', () => {
    const status = writeServiceStatus(state, []);

    expect(status).to.deep.equal({
      status: 'operational',
      ts: 1_800_000_000_000,
      nodes: {
        up: 2,
        total: 3,
        evm: [
          { chainId: 1, name: 'Ethereum', up: false },
          { chainId: 8453, name: 'Base', up: true },
        ],
        nonEvm: [{ name: 'stellar', up: true }],
      },
      rails: [{ name: 'floatlane', up: true }],
      routes: 2,
      endpoints: [],
    });
  });

  it('lists every endpoint of the table', () => {
    const status = writeServiceStatus(state, endpoints);

    expect(status.endpoints.map((endpoint) => endpoint.name)).to.deep.equal(
      endpoints.map(({ method, path }) => `${method} ${path}`),
    );
    expect(status.endpoints.every((endpoint) => endpoint.up)).to.equal(true);
  });

  it('takes execution down with the last lane, and prices with the last rail', () => {
    const down = (change: Partial<ServiceState>): string[] =>
      writeServiceStatus({ ...state, ...change }, endpoints)
        .endpoints.filter((endpoint) => !endpoint.up)
        .map((endpoint) => endpoint.name);

    expect(down({ routes: 0 })).to.deep.equal([
      'POST /api/agent/do',
      'POST /api/route/execute',
      'POST /api/floatlane/execute',
    ]);
    expect(down({ rails: [{ name: 'floatlane', isUp: false }] })).to.deep.equal([
      'POST /api/route/quote',
      'GET /api/route/quote',
      'POST /api/route/compare',
      'GET /api/route/compare',
      'POST /api/intent/solve',
      'GET /api/intent/solve',
      'POST /api/route/batch',
    ]);
    expect(down({ routes: null, rails: [] })).to.have.length(10);
  });
});
