import { asUnits, type Offer, refuse } from '@interline/kernel';
import { preflight } from './testing/preflight-world.ts';
import { expect } from 'chai';

describe('a preflight of the offers', () => {
  it('reports which floor would hold', async () => {
    const { blockers } = await preflight({ minOut: asUnits(999_201n) });

    expect(blockers).to.deep.equal([
      {
        code: 'BELOW_AGREED_OUTPUT',
        reason: 'lane: output 999200 is below the agreed 999201',
        fix: 'Lower minOut to 999200 of USDC (lane).',
      },
    ]);
    expect((await preflight({ minOut: asUnits(999_200n) })).blockers).to.deep.equal([]);
  });

  it("reports an engine's minimum", async () => {
    const { blockers } = await preflight(
      {},
      {
        offer: async () => [
          {
            rail: 'lane',
            outcome: refuse('NO_ROUTE', 'below its minimum', { minInput: asUnits(5_000_000n) }),
          },
        ],
      },
    );

    expect(blockers).to.deep.equal([
      {
        code: 'NO_ROUTE',
        reason: 'no rail can settle this lane and amount now: lane: below its minimum',
        fix: 'Send at least 5000000 of USDC (lane).',
      },
    ]);
  });

  it('reports the most that the float serves', async () => {
    const { blockers } = await preflight(
      {},
      {
        offer: async () => [
          {
            rail: 'lane',
            outcome: refuse('INSUFFICIENT_FLOAT', 'amount 1000000 is above capNow 250000'),
            block: { capNow: '250000' },
          },
        ],
      },
    );

    expect(blockers).to.deep.equal([
      {
        code: 'INSUFFICIENT_FLOAT',
        reason: 'lane: amount 1000000 is above capNow 250000',
        fix: 'Send at most 250000 of USDC (lane) or try again shortly.',
      },
    ]);
  });

  it('reports which excluded engine to allow again', async () => {
    expect((await preflight({ excludeRails: ['lane'] })).blockers).to.deep.equal([
      {
        code: 'NO_ROUTE',
        reason: 'no rail can settle this lane and amount now: lane: excluded by the request',
        fix: 'Take lane out of excludeRails.',
      },
    ]);
  });

  it('has every reason in one blocker if no rail returns a price', async () => {
    const offers: readonly Offer[] = [
      { rail: 'lane', outcome: refuse('RAIL_TIMEOUT', 'did not answer') },
      { rail: 'other', outcome: refuse('NO_ROUTE', 'no liquidity') },
    ];

    expect((await preflight({}, { offer: async () => offers })).blockers).to.deep.equal([
      {
        code: 'NO_ROUTE',
        reason:
          'no rail can settle this lane and amount now: lane: did not answer; other: no liquidity',
        fix: 'Read the reasons, then change the amount or try again later.',
      },
    ]);
  });

  it('warns if only live: true would broadcast', async () => {
    const { blockers, warnings, rankedOffers } = await preflight({}, { broadcast: 'opt-in' });

    expect([blockers, warnings, rankedOffers.length]).to.deep.equal([
      [],
      ['lane: broadcast only with live: true; without it execute only rehearses'],
      1,
    ]);
    expect((await preflight({ live: true }, { broadcast: 'opt-in' })).warnings).to.deep.equal([]);
  });
});
