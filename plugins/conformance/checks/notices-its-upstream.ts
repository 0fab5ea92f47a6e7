import { expect } from 'chai';
import { never } from '../bench.ts';
import { type ConformanceCheck, doesNotApply } from '../check.ts';

/** Enough consecutive failures for a rail that learns from its requests instead of probing. */
const rounds = 10;

export const noticesItsUpstream: ConformanceCheck = {
  title: 'is not up while the upstream that prices its requests cannot be reached',
  async run(bench) {
    const fair = bench.seat();
    await bench.quoted(fair);
    if (fair.world.outbound.length === 0) return doesNotApply;

    const { rail, world } = bench.seat('down');
    for (let round = 0; round < rounds; round += 1) {
      for (const request of bench.cases.requests)
        await rail.offers(request, never()).catch(() => undefined);
      await world.clock.advance(1_000);
    }
    const health = await rail.health(never()).catch(() => ({ isUp: false }));

    expect(health.isUp, `isUp after ${rounds} rounds of requests that failed`).to.equal(false);
  },
};
