import { expect } from 'chai';
import fc from 'fast-check';
import { operator, startMs, terms, TickingWorld } from './ticking-world.ts';

type Event =
  | { readonly kind: 'clock'; readonly ms: number }
  | { readonly kind: 'turn' | 'crash' | 'late' | 'restart' };

/**
 * A worker that leases and dies; one that comes back with what it leased long ago; a clock that
 * steps to and fro.
 */
const events: fc.Arbitrary<Event> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('clock' as const),
      ms: fc.integer({ min: -120_000, max: 120_000 }),
    }),
  },
  { weight: 6, arbitrary: fc.constant({ kind: 'turn' as const }) },
  { weight: 2, arbitrary: fc.constant({ kind: 'crash' as const }) },
  { weight: 2, arbitrary: fc.constant({ kind: 'late' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'restart' as const }) },
);

describe('ticks in any weather', () => {
  it('are each noted once, in order, and start one route each', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(events, { minLength: 10, maxLength: 40 }), async (happenings) => {
        const world = await new TickingWorld({ isLive: true }).open();
        const { id } = await world.createSchedule(
          { terms, live: true, everyMs: 10_000, atMs: null, count: 12 },
          operator,
        );
        const lost: Awaited<ReturnType<TickingWorld['claim']>>[number][] = [];

        for (const event of happenings) {
          if (event.kind === 'clock') world.nowMs += event.ms;
          if (event.kind === 'turn') await Promise.all([world.turn(), world.turn()]);
          if (event.kind === 'crash') lost.push(...(await world.claim()));
          if (event.kind === 'late')
            await Promise.all(lost.splice(0).map((tick) => world.run(tick)));
          if (event.kind === 'restart') await world.restart();
        }
        world.nowMs = startMs + 86_400_000;
        await world.settle();

        const { status, runs } = await world.readRecord('schedule', id);
        await world.close();
        expect([status, runs.map(({ tick }) => tick)]).to.deep.equal([
          'completed',
          [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
        ]);
        expect(
          new Set(runs.map(({ outcome }) => outcome.kind === 'started' && outcome.routeId)).size,
        ).to.equal(12);
        expect(world.routes.size).to.equal(12);
      }),
      { numRuns: 20 },
    );
  });
});
