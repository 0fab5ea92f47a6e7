import { evmAddress, evmChain, type Hex, RelayError } from '@interline/kernel';
import type { Log } from '@interline/ports';
import { chainlinkPrices } from './chainlink-prices.ts';
import { expect } from 'chai';

const base = evmChain(8453);
const ether = { chain: base, address: 'native', symbol: 'ETH', decimals: 18, asset: 'ETH' };
const nowSec = 1_800_000_000n;
const round = { id: 7n, answer: 300_012_345_678n, updatedAt: nowSec - 60n, answeredIn: 7n };

const quiet: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  child: () => quiet,
};

describe('a Chainlink feed', () => {
  it('gives its answer in millionths of a dollar, as of now while its heartbeat lasts', async () => {
    expect(await priceOf(round)).to.deep.equal({
      microUsd: 3_000_123_456n,
      asOfMs: 1_800_000_000_000,
    });
    expect(await priceOf({ ...round, updatedAt: nowSec - 3_600n })).to.deep.equal({
      microUsd: 3_000_123_456n,
      asOfMs: 1_800_000_000_000,
    });
    expect(await priceOf({ ...round, updatedAt: nowSec - 3_601n })).to.equal(null);
  });

  it('is as old as the block it was read at, so that a node that stands still is noticed', async () => {
    expect(await priceOf(round, 8, 45)).to.deep.include({ asOfMs: 1_799_999_955_000 });
    expect(await priceOf({ ...round, updatedAt: nowSec - 3_000n }, 8, 2_900)).to.deep.include({
      asOfMs: 1_799_997_100_000,
    });
    expect(await priceOf(round, 8, -30)).to.deep.include({ asOfMs: 1_800_000_000_000 });
  });

  it('gives none if the round is of a time that the chain has not come to, however long it would then be fresh', async () => {
    expect(await priceOf({ ...round, updatedAt: nowSec + 60n })).to.deep.include({
      microUsd: 3_000_123_456n,
    });
    expect(await priceOf({ ...round, updatedAt: nowSec + 61n })).to.equal(null);
    expect(await priceOf({ ...round, updatedAt: 999_999_999_999n })).to.equal(null);
  });

  it('reads the decimals of the feed', async () => {
    expect(await priceOf({ ...round, answer: 3_000_123_456_789_012_345_678n }, 18)).to.deep.include(
      { microUsd: 3_000_123_456n },
    );
    expect(await priceOf({ ...round, answer: 3_000n }, 0)).to.deep.include({
      microUsd: 3_000_000_000n,
    });
  });

  it('forgets decimals that a node got wrong once', async () => {
    let [nowMs, decimals] = [0, 0];
    const source = sourceOver(
      async (data) => answering(round, decimals)(data),
      0,
      () => nowMs,
    );

    const slipped = await source.priceOf(ether);
    [nowMs, decimals] = [10_000, 8];

    expect(slipped).to.deep.include({ microUsd: 300_012_345_678_000_000n });
    expect(await source.priceOf(ether)).to.deep.include({ microUsd: 3_000_123_456n });
  });

  it("gives none if the answer is not positive, the round not complete, or the answer an older round's", async () => {
    const bad = [
      { answer: 0n },
      { answer: -1n },
      { answer: 99n },
      { updatedAt: 0n },
      { updatedAt: 2n ** 64n },
      { answeredIn: 6n },
    ];

    expect(await Promise.all(bad.map((change) => priceOf({ ...round, ...change })))).to.deep.equal([
      null,
      null,
      null,
      null,
      null,
      null,
    ]);
  });

  it('gives none if the feed reverts, is not a contract, or its chain cannot be read', async () => {
    expect(await priceOf(async () => null)).to.equal(null);
    expect(await priceOf(async () => '0x')).to.equal(null);
    expect(
      await priceOf(async () => {
        throw new RelayError('CHAIN_UNREACHABLE');
      }),
    ).to.equal(null);
  });

  it('prices only the assets it was set up for', async () => {
    const source = sourceOver(answering(round, 8));

    expect(
      await source.priceOf({
        ...ether,
        symbol: 'WETH',
        address: evmAddress(`0x${'42'.repeat(20)}`),
      }),
    ).to.deep.include({ microUsd: 3_000_123_456n });
    expect(await source.priceOf({ ...ether, asset: 'BTC' })).to.equal(null);
  });
});

type Call = (data: Hex) => Promise<Hex | null>;

function priceOf(feed: typeof round | Call, decimals = 8, headAgeSec = 0) {
  return sourceOver(
    typeof feed === 'function' ? feed : answering(feed, decimals),
    headAgeSec,
  ).priceOf(ether);
}

function sourceOver(call: Call, headAgeSec = 0, monotonic = () => 0) {
  return chainlinkPrices(
    [
      {
        asset: 'ETH',
        chain: base,
        address: evmAddress(`0x${'fe'.repeat(20)}`),
        heartbeatSec: 3_600,
      },
    ],
    {
      chains: {
        call: async (_chain, _to, data) => call(data),
        headTimeMs: async () => (Number(nowSec) - headAgeSec) * 1_000,
      },
      clock: { now: () => Number(nowSec) * 1_000, monotonic },
      log: quiet,
      stop: new AbortController().signal,
    },
  );
}

function answering({ id, answer, updatedAt, answeredIn }: typeof round, decimals: number): Call {
  return async (data) =>
    data === '0x313ce567'
      ? `0x${word(BigInt(decimals))}`
      : `0x${[id, answer, updatedAt, updatedAt, answeredIn].map(word).join('')}`;
}

function word(value: bigint): string {
  return BigInt.asUintN(256, value).toString(16).padStart(64, '0');
}
