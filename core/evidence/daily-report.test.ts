import { chainRef, asUnits } from '@interline/kernel';
import { expect } from 'chai';
import type { TransferRecord } from '../transfer/index.ts';
import { dailyReport, type DayFacts } from './daily-report.ts';

const day = '2026-11-23';
const noonMs = Date.UTC(2026, 10, 23, 12);

function record(change: Partial<TransferRecord> & { readonly to?: string } = {}): TransferRecord {
  const { to = 'eip155:42161', ...rest } = change;
  return {
    routeId: 'rt_1',
    rail: 'floatlane',
    lane: { from: chainRef('eip155:8453'), to: chainRef(to) },
    quoted: asUnits(1_000_000n),
    delivered: asUnits(1_000_000n),
    agreed: asUnits(999_000n),
    tookMs: 2_000,
    atMs: noonMs,
    outcome: 'delivered',
    token: null,
    costBps: null,
    ...rest,
  };
}

const facts = {
  money: { volumeMicroUsd: 1_299_999n, feesMicroUsd: 99n, gasMicroUsd: 0n },
  held: 10,
  logSize: 64,
  mergeDelayMs: 59_999,
  orders: [],
  switches: [],
  endsTakenBack: 0,
};

const reportOf = (records: readonly TransferRecord[], change: Partial<DayFacts> = {}) =>
  dailyReport(day, records, { ...facts, ...change });

const times = (count: number, change: Parameters<typeof record>[0] = {}) =>
  Array.from({ length: count }, () => record(change));

describe('the public report of a day', () => {
  it('counts the routes of that day by how they ended, and how long they took by their lanes', () => {
    const report = reportOf([
      ...times(20),
      ...times(10, { outcome: 'failed', to: 'stellar:pubnet', tookMs: 9_000 }),
      ...times(50, { atMs: noonMs + 86_400_000 }),
      ...times(50, { atMs: noonMs - 43_200_001 }),
    ]);

    expect(report).to.deep.equal({
      day,
      outcomes: [
        { outcome: 'delivered', routes: 20 },
        { outcome: 'missed', routes: 0 },
        { outcome: 'failed', routes: 10 },
      ],
      lanes: [
        { from: 'eip155', to: 'eip155', routes: 20, p50Seconds: 2, p95Seconds: 2 },
        { from: 'eip155', to: 'stellar', routes: 10, p50Seconds: 9, p95Seconds: 9 },
      ],
      refunds: { routes: 10, p50Seconds: 9, held: 10 },
      money: { volumeMicroUsd: 1_200_000n, feesMicroUsd: 99n, gasMicroUsd: 0n },
      logSize: 64,
      mergeDelayMaxMinutes: 1,
      incidents: { pauses: [], restarts: 0, endsTakenBack: 0 },
    });
  });

  it('gives how long receipts waited for the log in minutes begun, and nothing of a day without any', () => {
    const minutes = [null, 0, 1, 60_000, 60_001].map(
      (mergeDelayMs) => reportOf([], { mergeDelayMs }).mergeDelayMaxMinutes,
    );
    expect(minutes).to.deep.equal([null, 0, 1, 1, 2]);
  });

  it('gives the number of ends that reorgs took back only if it is 0, or 10 or more', () => {
    const told = [0, 1, 9, 10].map(
      (endsTakenBack) => reportOf([], { endsTakenBack }).incidents?.endsTakenBack,
    );
    expect(told).to.deep.equal([0, null, null, 10]);
  });

  it('gives the money of ten routes and more, to two digits, and no handful of held refunds', () => {
    expect(reportOf(times(9)).money).to.equal(null);
    expect(reportOf(times(10)).money?.volumeMicroUsd).to.equal(1_200_000n);
    const held = [0, 1, 9, 10].map((count) => reportOf([], { held: count }).refunds?.held);
    expect(held).to.deep.equal([0, null, null, 10]);
  });

  it('leaves out what fewer than ten routes did, and the cell that it could be worked out by', () => {
    const { outcomes, lanes } = reportOf([
      ...times(40),
      ...times(15, { outcome: 'missed' }),
      ...times(9, { outcome: 'failed' }),
    ]);

    expect(outcomes.map(({ routes }) => routes)).to.deep.equal([40, null, null]);
    expect(lanes.map(({ routes }) => routes)).to.deep.equal([64]);
  });

  it('leaves out no further cell if two are too small already', () => {
    const { outcomes } = reportOf([
      ...times(40),
      ...times(2, { outcome: 'missed' }),
      ...times(9, { outcome: 'failed' }),
    ]);

    expect(outcomes.map(({ routes }) => routes)).to.deep.equal([40, null, null]);
  });

  it('leaves out a further cell if two that are too small are fewer than ten together', () => {
    const counts = (missed: number) =>
      reportOf([
        ...times(40),
        ...times(missed, { outcome: 'missed' }),
        ...times(1, { outcome: 'failed' }),
      ]).outcomes.map(({ routes }) => routes);

    // Beside 42 of all lanes, 40 would tell that one missed and one failed.
    expect(counts(1)).to.deep.equal([null, null, null]);
    expect(counts(8)).to.deep.equal([null, null, null]);
    expect(counts(9)).to.deep.equal([40, null, null]);
  });

  it('says nothing of a day on which fewer than ten routes ended', () => {
    const { outcomes, lanes } = reportOf(times(9));

    expect(outcomes.map(({ routes }) => routes)).to.deep.equal([null, 0, 0]);
    expect(lanes.map(({ routes, p50Seconds }) => [routes, p50Seconds])).to.deep.equal([
      [null, null],
    ]);
  });
});
