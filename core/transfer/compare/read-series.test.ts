import { asUnits, chainRef } from '@interline/kernel';
import { expect } from 'chai';
import type { TransferRecord } from '../repository.ts';
import { readSeries } from './read-series.ts';

const quarterMs = 900_000;
const nowMs = 1_800_000_000_000 + 60_000;

describe('the series of transfers', () => {
  it('has a slot for each interval without a gap, the current one last', async () => {
    const { slotMs, slots } = await seriesOf([])('1d');

    expect([slotMs, slots.length]).to.deep.equal([quarterMs, 96]);
    expect(slots.at(-1)?.fromMs).to.equal(1_800_000_000_000);
    expect(slots[0]?.fromMs).to.equal(1_800_000_000_000 - 95 * quarterMs);
    expect(slots[0]).to.deep.include({ delivered: 0, failed: 0, medianMs: null, mostMs: null });
    for (const span of ['7d', '30d'] as const)
      expect((await seriesOf([])(span)).slots.length).to.be.below(100);
  });

  it('counts an end in the slot of its time, and times deliveries alone', async () => {
    const took = Array.from({ length: 20 }, (_, at) => record({ tookMs: (at + 1) * 100 }));
    const { slots } = await seriesOf([
      ...took,
      record({ outcome: 'missed', tookMs: 50 }),
      record({ outcome: 'failed', tookMs: 900_000 }),
      record({ atMs: nowMs - quarterMs }),
    ])('1d');

    expect(slots.at(-1)).to.deep.include({ delivered: 21, missed: 1, failed: 1 });
    expect([slots.at(-1)?.medianMs, slots.at(-1)?.mostMs]).to.deep.equal([1_000, 1_900]);
    expect(slots.at(-2)).to.deep.include({ delivered: 1, medianMs: 1_000, mostMs: 1_000 });
  });
});

function seriesOf(records: readonly TransferRecord[]) {
  return readSeries(async () => records, { now: () => nowMs });
}

function record(change: Partial<TransferRecord>): TransferRecord {
  return {
    routeId: 'rt_1',
    rail: 'floatlane',
    lane: { from: chainRef('eip155:8453'), to: chainRef('eip155:42161') },
    quoted: asUnits(10n),
    delivered: asUnits(10n),
    agreed: asUnits(9n),
    tookMs: 1_000,
    outcome: 'delivered',
    token: null,
    costBps: null,
    atMs: nowMs,
    ...change,
  };
}
