import { asUnits, type ChainRef, evmChain } from '@interline/kernel';
import type { TransferRecord } from '../repository.ts';
import { keptTrackRecord } from './transfer-history.ts';
import { readScorecard } from './read-scorecard.ts';
import { expect } from 'chai';

const base = evmChain(8453);
const arbitrum = evmChain(42161);
const linea = evmChain(59144);
const all = { rail: null, from: null, to: null };

const records = [
  ended('relay', base, arbitrum, 2_000),
  ended('lifi', base, arbitrum, 4_000),
  ended('lifi', base, linea, 10_000),
  ended('lifi', base, linea, 30_000, 'failed'),
];

describe('the scorecard', () => {
  const read = readScorecard(async () => records);

  it('lists the rails by name and their lanes, the most used first', async () => {
    const { windowDays, rails } = await read(all);

    expect(windowDays).to.equal(30);
    expect(
      rails.map(({ rail, samples, failRateBps, medianSec }) => [
        rail,
        samples,
        failRateBps,
        medianSec,
      ]),
    ).to.deep.equal([
      ['lifi', 3, 3_334, 7],
      ['relay', 1, 0, 2],
    ]);
    expect(rails[0]?.times.filter(({ count }) => count > 0)).to.deep.equal([
      { upToSec: 5, count: 1 },
      { upToSec: 10, count: 1 },
    ]);
    expect(rails[0]?.times.at(-1)).to.deep.equal({ upToSec: null, count: 0 });
    expect(rails[0]?.lanes).to.deep.equal([
      {
        lane: { from: base, to: linea },
        samples: 2,
        missRateBps: 0,
        failRateBps: 5_000,
        medianSec: 10,
        deliveredBps: 10_000,
      },
      {
        lane: { from: base, to: arbitrum },
        samples: 1,
        missRateBps: 0,
        failRateBps: 0,
        medianSec: 4,
        deliveredBps: 10_000,
      },
    ]);
  });

  it("counts only what was asked for, also in the rails' own figures", async () => {
    const toArbitrum = await read({ ...all, to: arbitrum });
    const {
      rails: [lifi],
    } = await read({ rail: 'lifi', from: base, to: linea });

    expect(
      toArbitrum.rails.map(({ rail, samples, failRateBps }) => [rail, samples, failRateBps]),
    ).to.deep.equal([
      ['lifi', 1, 0],
      ['relay', 1, 0],
    ]);
    expect([lifi?.samples, lifi?.lanes.length]).to.deep.equal([2, 1]);
    expect((await read({ ...all, from: linea })).rails).to.deep.equal([]);
    expect((await read({ ...all, rail: 'across' })).rails).to.deep.equal([]);
  });
});

describe('the track record of comparisons', () => {
  it('is that of the engine on exactly that lane and direction', async () => {
    const kept = keptTrackRecord(async () => records);

    expect(await kept.record('lifi', { from: base, to: linea })).to.deep.equal({
      samples: 2,
      missRateBps: 0,
      failRateBps: 5_000,
      medianSec: 10,
    });
    expect(await kept.record('lifi', { from: linea, to: base })).to.equal(null);
    expect(await kept.record('relay', { from: base, to: linea })).to.equal(null);
  });

  it('is updated when the history is read again', async () => {
    let history: readonly TransferRecord[] = [];
    const kept = keptTrackRecord(async () => history);
    const before = await kept.record('relay', { from: base, to: arbitrum });

    history = records;

    expect([
      before,
      (await kept.record('relay', { from: base, to: arbitrum }))?.samples,
    ]).to.deep.equal([null, 1]);
  });
});

function ended(
  rail: string,
  from: ChainRef,
  to: ChainRef,
  tookMs: number,
  outcome: TransferRecord['outcome'] = 'delivered',
): TransferRecord {
  const delivered = asUnits(outcome === 'failed' ? 0n : 1_000_000n);
  return {
    routeId: `rt_${tookMs}`,
    rail,
    lane: { from, to },
    quoted: asUnits(1_000_000n),
    delivered,
    agreed: asUnits(990_000n),
    tookMs,
    outcome,
    token: null,
    costBps: null,
    atMs: 1_800_000_000_000,
  };
}
