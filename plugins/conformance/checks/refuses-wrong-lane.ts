import { chainRef, matchLane, type QuoteRequest } from '@interline/kernel';
import { never } from '../bench.ts';
import type { ConformanceCheck } from '../check.ts';
import { expect } from 'chai';

export const refusesWrongLane: ConformanceCheck = {
  title: 'answers a lane it does not serve with a refusal, not with a throw',
  async run(bench) {
    const { rail } = bench.seat();
    const wrong = bench.cases.requests
      .flatMap((request) => [sameChain(request), nowhere(request)])
      .filter(({ lane }) => matchLane(rail.manifest.lanes, lane) === null);

    for (const request of wrong) {
      const offers = await rail.offers(request, never());

      expect(offers, 'offers, each a refusal').to.not.have.lengthOf(0);
      expect(offers.map(({ outcome }) => outcome.ok)).to.not.include(true);
    }
  },
};

function sameChain(request: QuoteRequest): QuoteRequest {
  return { ...request, lane: { from: request.lane.from, to: request.lane.from }, to: request.from };
}

function nowhere(request: QuoteRequest): QuoteRequest {
  const chain = chainRef('nowhere:1');
  return { ...request, lane: { from: request.lane.from, to: chain }, to: { ...request.to, chain } };
}
