import { join } from 'node:path';
import { openStore, type Store } from '@interline/adapters/store';
import { takeTurns } from '@interline/core/webhooks';
import type { Clock } from '@interline/ports';
import { expect } from 'chai';
import { temporaryFolder } from '../contract/store-temporary-folder.ts';
import { hookEndpoint } from '../support/hook-endpoint.ts';
import { endedRoutes, type HookWork, setClock, startHookWork } from '../support/hook-work.ts';
import { until } from '../support/until.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/**
 * Sixteen endpoints that refuse for twelve hours get so many webhooks, while the worker is killed
 * again and again: each is delivered once, under its one id.
 */
export async function judgeOutage(count: number): Promise<void> {
  const folder = temporaryFolder();
  const file = join(folder.path, 'journal.db');
  const clock = setClock();
  const endpoint = await hookEndpoint();
  let store = await openStore({ file, clock });
  try {
    const startMs = clock.now();
    const hooks = await endedRoutes(
      store,
      clock,
      Array.from({ length: count }, (_, at) => ({
        routeId: `rt_${at}`,
        url: `http://shop-${at % 16}.example:${endpoint.port}/${at}`,
      })),
    );
    endpoint.answers(() => ({ status: clock.now() - startMs < 12 * hourMs ? 503 : 200 }));
    const withStatus = (status: number) =>
      endpoint.requests.filter((request) => request.status === status);
    let work = startHookWork(store, clock);
    let kills = 0;

    for (
      let step = 0;
      withStatus(200).length < count || (await isAnyDueBy(store, clock.now() + 100 * hourMs));
      step += 1
    ) {
      expect(clock.now() - startMs, 'more than a day went by').to.be.below(25 * hourMs);
      if (step % 7 === 2 && clock.now() - startMs < 11 * hourMs) {
        await work.kill();
        await store.close();
        store = await openStore({ file, clock });
        work = startHookWork(store, clock);
        kills += 1;
      }
      await untilIdle(store, clock, work);
      clock.forward(step < 12 ? minuteMs : 20 * minuteMs);
    }
    await work.kill();

    const taken = withStatus(200);
    expect([
      taken.length,
      new Set(taken.map(({ id }) => id)).size,
      new Set(taken.map(({ path }) => path)).size,
    ]).to.deep.equal([count, count, count]);
    expect(new Set(endpoint.requests.map(({ id, path }) => `${id} ${path}`)).size).to.equal(count);
    expect(withStatus(503).length).to.be.at.least(6 * count);
    expect(kills).to.be.at.least(3);
    expect(hooks).to.have.length(count);
  } finally {
    await store.close();
    await endpoint.close();
    folder.remove();
  }
}

/** Nothing is due, and nothing is under way. */
export async function untilIdle(store: Store, clock: Clock, work: HookWork): Promise<void> {
  await until(
    'a moment without a try',
    async () =>
      work.underWay === 0 && !(await isAnyDueBy(store, clock.now())) && work.underWay === 0,
    5,
  );
}

async function isAnyDueBy(store: Store, nowMs: number): Promise<boolean> {
  const due = await takeTurns(store)({
    nowMs,
    limit: 1,
    perHost: 1,
    silentLimit: 1,
    underWay: [],
  });
  return due.length > 0;
}
