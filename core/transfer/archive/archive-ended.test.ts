import { expect } from 'chai';
import { type EndedPlace, StaleRoute } from '../repository.ts';
import { archiveEnded, archiveInTurns, type ArchivePorts } from './archive-ended.ts';

const dayMs = 86_400_000;
const nowMs = 200 * dayMs;
const lifetime = new AbortController().signal;

describe('ended routes that go to the archive', () => {
  it('go 16 in a unit, and those that something may still come for stay', async () => {
    const bench = benchOf(40, { left: [3, 5] });

    const archived = await archiveEnded(bench, { ...order, lookAtMost: 1_000 }, null, lifetime);

    expect(archived).to.deep.equal({ moved: 38, left: 2, next: null });
    expect(bench.pages.map((page) => page.length)).to.deep.equal([16, 16, 6]);
    expect(bench.pages.flat().slice(0, 5)).to.deep.equal(['rt_0', 'rt_1', 'rt_2', 'rt_4', 'rt_6']);
  });

  it('stay until they ended long enough ago', async () => {
    const bench = benchOf(3);

    await archiveEnded(bench, { ...order, lookAtMost: 1_000 }, null, lifetime);

    expect(bench.askedBeforeMs).to.deep.equal([110 * dayMs]);
  });

  it('are looked at in turns; each turn continues where the last one ended and restarts at the end', async () => {
    const bench = benchOf(600, { left: [0] });
    const turn = archiveInTurns(bench, 90 * dayMs, lifetime);

    expect(await turn(nowMs)).to.deep.equal({ moved: 511, left: 1 });
    expect(await turn(nowMs)).to.deep.equal({ moved: 88, left: 0 });
    expect(await turn(nowMs)).to.deep.equal({ moved: 0, left: 1 });
  });

  it('stay, with their page, if one of them has moved meanwhile; the others go', async () => {
    const bench = benchOf(32, { stale: 'rt_20' });

    const archived = await archiveEnded(bench, { ...order, lookAtMost: 1_000 }, null, lifetime);

    expect(archived).to.deep.equal({ moved: 16, left: 16, next: null });
  });

  it('are only counted in a rehearsal', async () => {
    const bench = benchOf(20);

    const archived = await archiveEnded(
      bench,
      { ...order, lookAtMost: 1_000, isRehearsal: true },
      null,
      lifetime,
    );

    expect([archived.moved, bench.pages]).to.deep.equal([20, []]);
  });

  it('stop at the end of a page when the process is asked to stop', async () => {
    const bench = benchOf(64);
    const stop = new AbortController();

    const { moved } = await archiveEnded(
      bench,
      { ...order, lookAtMost: 1_000, onMoved: () => stop.abort() },
      null,
      stop.signal,
    );

    expect([moved, bench.pages.length]).to.deep.equal([16, 1]);
  });
});

const order = { nowMs, afterMs: 90 * dayMs };

/** A store of that many routes, one per millisecond. */
function benchOf(
  count: number,
  { left = [], stale }: { readonly left?: readonly number[]; readonly stale?: string } = {},
) {
  const pages: (readonly string[])[] = [];
  const askedBeforeMs: number[] = [];
  let routes = Array.from({ length: count }, (_, at) => ({ id: `rt_${at}`, endedAtMs: at + 1 }));
  const isLeft = ({ endedAtMs }: EndedPlace): boolean => left.includes(endedAtMs - 1);
  const ports: ArchivePorts = {
    clock: { sleep: async () => undefined },
    store: {
      reads: {
        transfers: {
          async archiveCandidates({ endedBeforeMs, after, limit }) {
            askedBeforeMs.push(endedBeforeMs);
            const found = routes
              .filter(({ endedAtMs }) => endedAtMs > (after?.endedAtMs ?? 0))
              .slice(0, limit);
            return {
              ids: found.filter((one) => !isLeft(one)).map(({ id }) => id),
              looked: found.length,
              next: found.length < limit ? null : (found.at(-1) ?? null),
            };
          },
          archivePage: async (ids) => ({
            routes: ids.map((id) => ({ id, version: 1, permitKey: null, names: [] })),
            content: '',
          }),
        },
      },
      run: (_name, work) =>
        work({
          transfers: {
            async archiveRoutes({ routes: taken }) {
              const ids = taken.map(({ id }) => id);
              if (stale !== undefined && ids.includes(stale)) throw new StaleRoute(stale);
              pages.push(ids);
              routes = routes.filter(({ id }) => !ids.includes(id));
            },
          },
        }),
    },
  };
  return { ...ports, pages, askedBeforeMs };
}
