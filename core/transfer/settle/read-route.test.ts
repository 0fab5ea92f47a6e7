import type { Clock } from '@interline/ports';
import { expect } from 'chai';
import type { Route } from '../route.ts';
import { readRoute } from './read-route.ts';
import type { RouteRunner } from './route-runner.ts';

const { signal } = new AbortController();

describe('a status read', () => {
  it('reads an ended route from the store once, and never the chains', async () => {
    const house = service('DONE');

    await house.read('rt_1', signal);

    expect([house.reads, house.checks]).to.deep.equal([1, 0]);
  });

  it('reads the chains for a live route and returns the result, then answers from the store for a second', async () => {
    const house = service('BRIDGING');

    const first = await house.read('rt_1', signal);
    const readsOfFirst = house.reads;
    house.pass(999);
    await house.read('rt_1', signal);
    const readsOfBoth = house.reads;
    house.pass(1);
    await house.read('rt_1', signal);

    expect(first.route.version).to.equal(1);
    expect([readsOfFirst, readsOfBoth, house.reads]).to.deep.equal([2, 3, 5]);
    expect(house.checks).to.equal(2);
  });

  it('answers from the store at once while the route is being advanced anyway', async () => {
    const house = service('BRIDGING', true);

    await house.read('rt_1', signal);

    expect([house.reads, house.checks]).to.deep.equal([1, 0]);
  });
});

/** One route whose version counts how often its chains were read. */
function service(status: Route['status'], isRunning = false) {
  let nowMs = 5_000;
  const seen = { reads: 0, checks: 0 };
  const clock = {
    now: () => nowMs,
    monotonic: () => nowMs,
    alarm: () => ({ rang: new Promise<void>(() => undefined), cancel: () => undefined }),
  } as unknown as Clock; // CAST: the only methods a status read uses.
  const runner = {
    isRunning: () => isRunning,
    run: async () => void (seen.checks += 1),
  } as unknown as RouteRunner; // CAST: the only methods called.
  const transfers = {
    routeToShow: () => transfers.route(),
    async route(): Promise<Route> {
      seen.reads += 1;
      // CAST: what the receipt of a live or a done route reads.
      return {
        ...{ id: 'rt_1', status, version: seen.checks, mode: 'permit2', createdAtMs: 0 },
        ...{ order: {}, phase: status === 'DONE' ? 'ended' : 'running', updatedAtMs: 0 },
      } as unknown as Route;
    },
  };
  // CAST: the only reader in use.
  const store = { reads: { transfers } } as unknown as Parameters<typeof readRoute>[0]['store'];
  return {
    read: readRoute({ store, runner, clock }),
    pass: (ms: number) => void (nowMs += ms),
    get reads() {
      return seen.reads;
    },
    get checks() {
      return seen.checks;
    },
  };
}
