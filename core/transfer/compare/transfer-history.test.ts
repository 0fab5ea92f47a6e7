import { asUnits, evmChain, RelayError } from '@interline/kernel';
import type { TransferRecord } from '../repository.ts';
import { scoreOf, transferHistory } from './transfer-history.ts';
import { expect } from 'chai';

const record: TransferRecord = {
  routeId: 'rt_1',
  rail: 'lifi',
  lane: { from: evmChain(8453), to: evmChain(42161) },
  quoted: asUnits(1n),
  delivered: asUnits(1n),
  agreed: asUnits(1n),
  tookMs: 1,
  outcome: 'delivered',
  token: null,
  costBps: null,
  atMs: 1_800_000_000_000,
};

describe('the delivery history', () => {
  it('is the last 30 days, at most 5,000 transfers', async () => {
    const { history, asked } = given();

    expect(await history()).to.deep.equal([record]);
    expect(asked).to.deep.equal([[1_800_000_000_000 - 2_592_000_000, 5_000]]);
  });

  it('is read once in 30 s, for concurrent callers too', async () => {
    const { history, asked, clock } = given();

    const [first, second] = await Promise.all([history(), history()]);
    clock.ms = 29_999;
    const third = await history();
    clock.ms = 30_000;
    const fourth = await history();

    expect([first === second, second === third, third === fourth, asked.length]).to.deep.equal([
      true,
      true,
      false,
      2,
    ]);
  });

  it('is asked for again after a failure', async () => {
    let isDown = true;
    const { history } = given(() => {
      if (isDown) throw new RelayError('STORE_DOWN');
    });

    const failed: unknown = await history().catch((error: unknown) => error);
    isDown = false;

    expect(failed).to.be.instanceOf(RelayError);
    expect(await history()).to.deep.equal([record]);
  });
});

function given(before: () => void = () => undefined) {
  const clock = { ms: 0 };
  const asked: unknown[] = [];
  const history = transferHistory({
    clock: { now: () => 1_800_000_000_000, monotonic: () => clock.ms },
    store: {
      reads: {
        transfers: {
          async transferRecords(...question) {
            before();
            asked.push(question);
            return [record];
          },
        },
      },
    },
  });
  return { history, asked, clock };
}

describe('the score of an engine', () => {
  it('counts misses among the delivered and failures among all, rounded up', () => {
    expect(
      scoreOf([
        ended('delivered'),
        ended('delivered'),
        ended('missed', { delivered: asUnits(999_999n) }),
        ended('failed', { delivered: asUnits(0n) }),
      ]),
    ).to.deep.equal({
      samples: 4,
      missRateBps: 3_334,
      failRateBps: 2_500,
      medianSec: 12,
      deliveredBps: 9_999.99,
    });
  });

  it('is clean if everything was delivered as quoted, and above par if more was', () => {
    expect(scoreOf([ended('delivered')])).to.deep.equal({
      samples: 1,
      missRateBps: 0,
      failRateBps: 0,
      medianSec: 12,
      deliveredBps: 10_000,
    });
    expect(scoreOf([ended('delivered', { delivered: asUnits(1_010_000n) })]).deliveredBps).to.equal(
      10_100,
    );
  });

  it('takes the time of delivered transfers, the mean of the middle two for an even number', () => {
    const times = (...tookMs: readonly number[]) =>
      tookMs.map((one) => ended('delivered', { tookMs: one }));
    const slowFailure = ended('failed', { tookMs: 900_000 });

    expect(scoreOf([...times(9_000, 1_000, 2_000), slowFailure]).medianSec).to.equal(2);
    expect(scoreOf([...times(9_000, 1_000, 2_000, 4_500), slowFailure]).medianSec).to.equal(3.3);
    expect(scoreOf([slowFailure]).medianSec).to.equal(900);
    expect(scoreOf([]).medianSec).to.equal(null);
  });

  it('averages what arrived, including arrivals below the agreed minimum, and rounds down', () => {
    const half = ended('failed', { delivered: asUnits(500_000n) });
    const nothing = ended('failed', { delivered: asUnits(0n) });

    expect(scoreOf([ended('delivered'), half, nothing]).deliveredBps).to.equal(7_500);
    expect(
      scoreOf([ended('missed', { quoted: asUnits(3n), delivered: asUnits(2n) })]).deliveredBps,
    ).to.equal(6_666.66);
    expect(scoreOf([nothing, ended('delivered', { quoted: asUnits(0n) })]).deliveredBps).to.equal(
      null,
    );
  });

  it('keeps amounts beyond 2^53 exact', () => {
    const quoted = asUnits(2n ** 255n);

    expect(
      scoreOf([ended('missed', { quoted, delivered: asUnits(2n ** 254n) })]).deliveredBps,
    ).to.equal(5_000);
  });
});

function ended(
  outcome: TransferRecord['outcome'],
  change: Partial<TransferRecord> = {},
): TransferRecord {
  return {
    routeId: 'rt_1',
    rail: 'lifi',
    lane: { from: evmChain(8453), to: evmChain(42161) },
    quoted: asUnits(1_000_000n),
    delivered: asUnits(1_000_000n),
    agreed: asUnits(990_000n),
    tookMs: 12_000,
    outcome,
    token: null,
    costBps: null,
    atMs: 1_800_000_000_000,
    ...change,
  };
}
