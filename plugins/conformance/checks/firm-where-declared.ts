import { matchLane } from '@interline/kernel';
import type { ConformanceCheck } from '../check.ts';
import { expect } from 'chai';

/** Time for a user to read what a wallet shows, and for the order to come back. */
const leastLifeMs = 10_000;

export const firmWhereDeclared: ConformanceCheck = {
  title:
    'is firm only on lanes its manifest settles, and leaves payers at least ten seconds to sign',
  async run(bench) {
    const seat = bench.seat();
    for (const { request, offers } of await bench.quoted(seat)) {
      const lane = matchLane(seat.rail.manifest.lanes, request.lane);
      expect(lane, `${request.lane.from} to ${request.lane.to} in the manifest`).to.not.equal(null);
      for (const { outcome } of offers) {
        if (!outcome.ok) continue;
        if (lane?.settles === 'indicative') expect(outcome.value.kind).to.equal('indicative');
        if (outcome.value.kind === 'firm')
          expect(
            outcome.value.expiresAtMs - seat.world.clock.now(),
            'ms until expiresAtMs',
          ).to.be.at.least(leastLifeMs);
      }
    }
  },
};
