import { chainRef, errorCodes, type Offer } from '@interline/kernel';
import { isPlainText } from '../../guard/plain-text.ts';
import { type Bench, never } from '../bench.ts';
import type { ConformanceCheck } from '../check.ts';
import { expect } from 'chai';

export const refusesInPlainWords: ConformanceCheck = {
  title: 'refuses with a catalogued code and short plain words',
  async run(bench) {
    for (const { outcome } of await offersOfAllKinds(bench)) {
      if (outcome.ok) continue;
      expect(errorCodes, 'the catalogue').to.include(outcome.code);
      expect(isPlainText(outcome.reason), `plain words: ${outcome.reason.slice(0, 80)}`).to.equal(
        true,
      );
    }
  },
};

/** Fair, hostile and astray; an error that a rail throws there is another check's concern. */
async function offersOfAllKinds(bench: Bench): Promise<readonly Offer[]> {
  const [request] = bench.cases.requests;
  const chain = chainRef('nowhere:1');
  const astray = {
    ...request,
    lane: { from: chain, to: request.lane.to },
    from: { ...request.from, chain },
  };
  const asked = [
    bench.seat().rail.offers(request, never()),
    bench.seat().rail.offers(astray, never()),
    bench.seat('hostile').rail.offers(request, never()),
  ];
  const settled = await Promise.allSettled(asked);
  return settled.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
}
