import { expect } from 'chai';
import type { RailPort } from '@interline/ports';
import { chainRef, evmChain, type Lane, type LanePattern } from '@interline/kernel';
import { liveWarnings, optInWarnings } from './record.ts';
import type { PrimitivePorts } from './primitive-ports.ts';
import type { PrimitiveTerms } from './primitive.ts';

const toBase: Lane = {
  from: chainRef('bip122:000000000019d6689c085ae165831e93'),
  to: evmChain(8453),
};

describe('rails that broadcast only with live: true', () => {
  const firm: LanePattern = { from: '*', to: '*', settles: 'firm' };
  const rail = (id: string, broadcast: string, ways: readonly string[], lane = firm) =>
    ({ manifest: { id, broadcast, ways, lanes: [lane] } }) as unknown as RailPort; // CAST: all that is asked of it.
  const registry = {
    onLane: () => [
      rail('floatlane', 'opt-in', ['floatlane']),
      rail('aggregators', 'by-default', ['lifi', 'across']),
    ],
  };
  const termsWithout = (...excludeRails: readonly string[]) =>
    ({ quote: { lane: toBase }, excludeRails }) as unknown as PrimitiveTerms; // CAST: as above.

  it('are named once to a client whose record does not say it, since an execute passes over them', () => {
    const warning =
      'floatlane: broadcast only with live: true; an execute without it goes over another rail, even where that delivers less';
    const legs = [termsWithout(), termsWithout('lifi')];

    expect(optInWarnings({ registry }, legs, false)).to.deep.equal([warning]);
    expect(optInWarnings({ registry }, legs, true)).to.deep.equal([]);
    expect(optInWarnings({ registry }, [termsWithout('floatlane')], false)).to.deep.equal([]);
  });

  it('are reported as the only ones if no other rail settles the lane, and rails that only price are not named', () => {
    const priced: LanePattern = { from: '*', to: '*', settles: 'indicative', reason: 'priced' };
    const onLane = () => [
      rail('bitcoin', 'opt-in', ['bitcoin']),
      rail('market', 'opt-in', ['market'], priced),
    ];

    expect(optInWarnings({ registry: { onLane } }, [termsWithout()], false)).to.deep.equal([
      'bitcoin: broadcast only with live: true; no other rail settles this lane',
    ]);
    expect(optInWarnings({ registry: { onLane } }, [termsWithout('bitcoin')], false)).to.deep.equal(
      [],
    );
  });
});

describe('live runs of a record', () => {
  const policy = { isLive: true } as PrimitivePorts['policy']; // CAST: all that is asked of it.
  const warningOf = (lane: Lane): unknown =>
    liveWarnings(
      policy,
      { quote: { lane }, excludeRails: [] } as unknown as PrimitiveTerms, // CAST: as above.
      true,
      { client: 'c1', isOperator: false },
    )[0];

  it('are for the operator alone, because a record has neither a permit nor a payer of a deposit', () => {
    const rest =
      ': without one, live runs are only for the operator, whose bearer token this request did not carry. Each live run of this record will be refused with OPERATOR_ONLY';

    expect(warningOf({ from: evmChain(10), to: evmChain(8453) })).to.equal(
      `a live run needs a permit signed for that run alone, and a record holds none${rest}`,
    );
    expect(warningOf(toBase)).to.equal(
      `a live run needs a deposit paid for that run alone, and a record has no payer for it${rest}`,
    );
  });
});
