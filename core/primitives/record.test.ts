import { expect } from 'chai';
import type { RailPort } from '@interline/ports';
import { optInWarnings } from './record.ts';
import type { PrimitiveTerms } from './primitive.ts';

describe('rails that broadcast only with live: true', () => {
  const rail = (id: string, broadcast: string, ways: readonly string[]) =>
    ({ manifest: { id, broadcast, ways } }) as unknown as RailPort; // CAST: all that is asked of it.
  const registry = {
    onLane: () => [
      rail('floatlane', 'opt-in', ['floatlane']),
      rail('aggregators', 'by-default', ['lifi', 'across']),
    ],
  };
  const termsWithout = (...excludeRails: readonly string[]) =>
    ({ quote: { lane: {} }, excludeRails }) as unknown as PrimitiveTerms; // CAST: as above.

  it('are named once to a client whose record does not say it, since its prices leave them behind', () => {
    const warning =
      'floatlane: broadcast only with live: true; without it other rails are priced first, even where they deliver less';
    const legs = [termsWithout(), termsWithout('lifi')];

    expect(optInWarnings({ registry }, legs, false)).to.deep.equal([warning]);
    expect(optInWarnings({ registry }, legs, true)).to.deep.equal([]);
    expect(optInWarnings({ registry }, [termsWithout('floatlane')], false)).to.deep.equal([]);
  });
});
