import { asUnits, evmChain } from '@interline/kernel';
import { expect } from 'chai';
import type { TransferHistory } from '../transfer/index.ts';
import { readCorridor } from './read-corridor.ts';

type Ended = Awaited<ReturnType<TransferHistory>>[number];

const lane = { from: evmChain(8453), to: evmChain(42161) };
const bucketMs = 21_600_000;
/** The beginning of a bucket of six hours, and five minutes of it are over. */
const runningMs = 1_799_992_800_000;
const nowMs = runningMs + 300_000;

describe('the history of a corridor', () => {
  it('gives buckets of ten transfers and more, and none below', async () => {
    const ten = many(10, (at) => ({ tookMs: (at + 1) * 1_000, costBps: at, atMs: runningMs - 1 }));
    const nine = many(9, () => ({ atMs: runningMs - bucketMs - 1 }));

    expect(await read([...ten, ...nine])).to.deep.equal([
      {
        fromMs: runningMs - bucketMs,
        n: 10,
        okRate: 1,
        p50FeeBps: 4,
        p50Sec: 5,
        p95Sec: 10,
      },
    ]);
  });

  it('gives neither the current bucket, nor those before the hours that are asked for', async () => {
    const running = many(20, () => ({ atMs: runningMs }));
    const old = many(20, () => ({ atMs: runningMs - bucketMs - 1 }));

    expect(await read([...running, ...old], 6)).to.deep.equal([]);
    expect((await read([...running, ...old], 7)).map(({ n }) => n)).to.deep.equal([20]);
  });

  it('counts failures only in the rate, and only transfers of the lane and of the token', async () => {
    const ended = [
      ...many(9, () => ({ costBps: 8 })),
      ...many(1, () => ({ outcome: 'missed', costBps: 12 })),
      ...many(2, () => ({ outcome: 'failed', costBps: null, tookMs: 9_000_000 })),
      ...many(10, () => ({ token: 'DAI' })),
      ...many(10, () => ({ lane: { from: lane.to, to: lane.from } })),
    ];

    expect(await read(ended)).to.deep.include.members([
      {
        fromMs: runningMs - bucketMs,
        n: 12,
        okRate: 0.83,
        p50FeeBps: 8,
        p50Sec: 12,
        p95Sec: 12,
      },
    ]);
  });
});

function read(ended: readonly Ended[], hours = 168) {
  return readCorridor(async () => ended, { now: () => nowMs })({ lane, token: 'USDC', hours });
}

function many(count: number, change: (at: number) => Partial<Ended>): readonly Ended[] {
  return Array.from({ length: count }, (_, at) => ({
    routeId: `rt_${at}`,
    rail: 'lifi',
    lane,
    quoted: asUnits(1_000_000n),
    delivered: asUnits(1_000_000n),
    agreed: asUnits(990_000n),
    tookMs: 12_000,
    outcome: 'delivered',
    atMs: runningMs - 1,
    token: 'USDC',
    costBps: 8,
    ...change(at),
  }));
}
