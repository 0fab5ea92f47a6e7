import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openStore, type Store } from '@interline/adapters/store';
import { expect } from 'chai';
import { setTimeout as pause } from 'node:timers/promises';
import { temporaryFolder } from '../contract/store-temporary-folder.ts';
import { type HookEndpoint, hookEndpoint } from '../support/hook-endpoint.ts';
import { endedRoutes, setClock, type SetClock, startHookWork } from '../support/hook-work.ts';
import { until } from '../support/until.ts';
import { judgeOutage, untilIdle } from './judge-outage.ts';

const hourMs = 3_600_000;

describe('hooks whose endpoint fails', () => {
  let folder: ReturnType<typeof temporaryFolder>;
  let file: string;
  let store: Store;
  let clock: SetClock;
  let endpoint: HookEndpoint;
  beforeEach(async () => {
    folder = temporaryFolder();
    file = join(folder.path, 'journal.db');
    clock = setClock();
    store = await openStore({ file, clock });
    endpoint = await hookEndpoint();
  });
  afterEach(async () => {
    await store.close();
    await endpoint.close();
    folder.remove();
  });

  const ids = (count: number): readonly { routeId: string; url: string }[] =>
    Array.from({ length: count }, (_, at) => ({
      routeId: `rt_${at}`,
      url: `http://shop-${at % 16}.example:${endpoint.port}/${at}`,
    }));

  it('for 12 hours are all delivered, 100 of 100, each once under its one id, though the worker is killed in between', () =>
    judgeOutage(100));

  it('survive a worker that is killed by the system', async () => {
    await endedRoutes(store, clock, ids(300));
    await store.close();

    let worker = fork(child, [file, '0'], {
      execArgv: ['--conditions=interline-source'],
      stdio: ['ignore', 2, 2, 'ipc'],
    });
    await endpoint.until(40);
    await killed(worker);
    const before = endpoint.requests.length;
    // What was under way counts as lost after half a minute.
    worker = fork(child, [file, '31000'], {
      execArgv: ['--conditions=interline-source'],
      stdio: ['ignore', 2, 2, 'ipc'],
    });
    await untilTaken(300);
    await killed(worker);
    store = await openStore({ file, clock });

    const { requests } = endpoint;
    expect(before).to.be.within(40, 299);
    expect([
      new Set(requests.map(({ id }) => id)).size,
      new Set(requests.map(({ path }) => path)).size,
      new Set(requests.map(({ id, path }) => `${id} ${path}`)).size,
    ]).to.deep.equal([300, 300, 300]);
    expect(requests.length - 300, 'made again, because nobody knew better').to.be.at.most(64);
  });

  it('are carried by several workers without one try made twice', async () => {
    await endedRoutes(store, clock, ids(300));
    const workers = [
      startHookWork(store, clock),
      startHookWork(store, clock),
      startHookWork(store, clock),
    ];

    await endpoint.until(300);
    await pause(200);
    await Promise.all(workers.map((one) => one.kill()));

    expect([
      endpoint.requests.length,
      new Set(endpoint.requests.map(({ id }) => id)).size,
    ]).to.deep.equal([300, 300]);
  });

  it('do not hold up those of others', async () => {
    const slowUrl = `http://slow.example:${endpoint.port}`;
    await endedRoutes(store, clock, [{ routeId: 'rt_before', url: `${slowUrl}/before` }]);
    const before = startHookWork(store, clock);
    await endpoint.until(1);
    await untilIdle(store, clock, before);
    await before.kill();
    endpoint.answers((path) => ({ status: path.startsWith('/slow') ? null : 200 }));
    await endedRoutes(
      store,
      clock,
      Array.from({ length: 300 }, (_, at) => ({
        routeId: `rt_slow${at}`,
        url: `${slowUrl}/slow/${at}`,
      })),
    );
    const work = startHookWork(store, clock);
    await endpoint.until(1 + 8);

    await endedRoutes(store, clock, ids(50));
    await until(
      'the webhooks of the others',
      () => endpoint.requests.filter(({ status }) => status === 200).length >= 50,
      5,
    );
    const slow = endpoint.requests.filter(({ path }) => path.startsWith('/slow')).length;
    await work.kill();

    // Eight at a time, for ten seconds each. Were the rest not held back, they would fill the
    // worker's 64 places first.
    expect(slow).to.be.within(8, 63);
  });

  it('give up after ten tries in three days, and are there for the operator to see', async () => {
    endpoint.answers(() => ({ status: 500 }));
    await endedRoutes(store, clock, ids(1));
    const work = startHookWork(store, clock);

    while ((await store.reads.webhooks.deadHooks(10)).length === 0) {
      await untilIdle(store, clock, work);
      clock.forward(3 * hourMs);
    }
    await work.kill();

    const [dead] = await store.reads.webhooks.deadHooks(10);
    const tries = await store.reads.webhooks.triesOf(dead?.id ?? '');
    expect([
      endpoint.requests.length,
      new Set(endpoint.requests.map(({ id }) => id)).size,
    ]).to.deep.equal([10, 1]);
    expect(tries.map(({ number, httpStatus }) => [number, httpStatus])).to.deep.equal(
      Array.from({ length: 10 }, (_, at) => [at + 1, 500]),
    );
    expect((tries.at(-1)?.atMs ?? 0) - (tries[0]?.atMs ?? 0)).to.be.within(
      75 * hourMs,
      120 * hourMs,
    );
  });

  async function untilTaken(count: number): Promise<void> {
    await until(
      `${count} webhooks`,
      () => new Set(endpoint.requests.map(({ id }) => id)).size >= count,
    );
  }
});

const child = fileURLToPath(new URL('../support/hook-work-child.ts', import.meta.url));

async function killed(worker: ChildProcess): Promise<void> {
  worker.kill('SIGKILL');
  await once(worker, 'exit');
}
