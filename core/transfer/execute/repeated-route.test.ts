import { evmAddress, evmChain, RelayError } from '@interline/kernel';
import { expect } from 'chai';
import type { ExecuteRequest } from '../execute-request.ts';
import type { TransferPorts } from '../ports.ts';
import type { Route } from '../route.ts';
import { repeatedRoute, twinOf } from './repeated-route.ts';

const order = {
  lane: { from: evmChain(8453), to: evmChain(10) },
  from: { address: evmAddress(`0x70${'0'.repeat(38)}`) },
  to: { address: evmAddress(`0x71${'0'.repeat(38)}`) },
  amount: 25_000_000n,
  recipient: evmAddress(`0x42${'0'.repeat(38)}`),
  minOutput: 24_980_000n,
};

describe('a request whose permit has a route', () => {
  it('gets that route without a look into the archive if the route is not archived', async () => {
    const { ports, asked } = portsWith({ live: routeOf(), archived: null });

    expect((await repeatedRoute(ports, request()))?.id).to.equal('rt_1');
    expect(asked).to.deep.equal(['live']);
  });

  it('gets an archived route after a refusal, only for the holder of its key and the same order', async () => {
    const { ports, asked } = portsWith({ live: null, archived: routeOf() });

    const first = await repeatedRoute(ports, request());
    const second = await twinOf(ports, request());
    const other = await twinOf(ports, request({ amount: 1n })).catch(codeOf);
    const guessed = await twinOf({ ...ports, custody: signedBy(false) }, request()).catch(codeOf);

    expect([first, second?.id, other, guessed]).to.deep.equal([
      null,
      'rt_1',
      'INTENT_MISMATCH',
      'PERMIT_INVALID',
    ]);
    expect(asked).to.deep.equal(['live', 'all', 'all', 'all']);
  });
});

function portsWith({
  live,
  archived,
}: {
  readonly live: Route | null;
  readonly archived: Route | null;
}) {
  const asked: string[] = [];
  const transfers = {
    liveRouteByPermit: async () => (asked.push('live'), live),
    routeByPermit: async () => (asked.push('all'), live ?? archived),
  };
  // CAST: the parts of the store that are asked for a permit's route.
  const store = { reads: { transfers } } as unknown as TransferPorts['store'];
  return { ports: { store, custody: signedBy(true) }, asked };
}

function signedBy(isOwner: boolean): TransferPorts['custody'] {
  // CAST: the only custody method in use.
  return { isSignedByOwner: async () => isOwner } as unknown as TransferPorts['custody'];
}

function routeOf(): Route {
  return { id: 'rt_1', order } as unknown as Route; // CAST: the fields that a repeat is compared with.
}

function request(change: object = {}): ExecuteRequest {
  const asked = {
    mode: 'permit2',
    permit: {},
    sandbox: null,
    dryRun: false,
    live: null,
    idempotency: null,
    minOut: null,
    quote: { ...order, ...change },
  };
  return asked as unknown as ExecuteRequest; // CAST: the fields that identify the order and its permit.
}

function codeOf(error: unknown): string {
  return error instanceof RelayError ? error.code : String(error);
}
