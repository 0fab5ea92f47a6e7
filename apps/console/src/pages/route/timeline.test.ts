import { expect } from 'chai';
import {
  delivered,
  sampleReceipt,
  sampleStep,
  sampleTimeline,
} from '../../testing/sample-receipt.ts';
import { bandsOf } from './flow-bands.ts';
import { moneyRows } from './amount-rows.ts';
import { stopsOf } from './timeline.ts';

const back = { state: 'done', units: '5000000', tx: '0xb', since: 4_000 } as const;

describe("a route's line", () => {
  it('has a stop for each thing that happened, and one for what comes next', () => {
    const timeline = sampleTimeline({
      steps: [
        sampleStep(),
        sampleStep({
          what: 'payout',
          chain: 42161,
          tx: null,
          state: 'open',
          begunAt: 3_000,
          sentAt: null,
          block: null,
          sends: 0,
        }),
      ],
    });

    const stops = stopsOf(sampleReceipt({ stage: 'SENDING', srcTx: '0xs' }), timeline);

    expect(stops.map(({ word, tone, atMs }) => [word, tone, atMs])).to.deep.equal([
      ['time.accepted', 'done', 1_000],
      ['time.pull', 'done', 1_200],
      ['time.confirmed', 'done', 3_000],
      ['time.payout', 'now', 3_000],
      ['time.toDeliver', 'next', null],
    ]);
    expect(stops[3]?.notes).to.deep.equal([{ word: 'time.preparing' }]);
  });

  it('ends with what arrived or came back', () => {
    const last = (change: Parameters<typeof sampleReceipt>[0]) =>
      stopsOf(sampleReceipt(change), sampleTimeline()).at(-1);

    expect(last(delivered)).to.deep.include({ word: 'time.delivered', tone: 'done', atMs: 4_000 });
    expect(last({ status: 'FAILED', refund: back })).to.deep.include({
      word: 'time.refunded',
      chain: 8453,
    });
    expect(last({ status: 'FAILED', refunded: '0' })).to.deep.include({
      word: 'time.failed',
      tone: 'bad',
    });
  });

  it('shows fees that were raised, and reorganisations', () => {
    const [, pull] = stopsOf(
      sampleReceipt(),
      sampleTimeline({ steps: [sampleStep({ sends: 3, reorgs: 1 })] }),
    );

    expect(pull?.notes).to.deep.equal([
      { word: 'time.inBlock', filling: { block: '7' } },
      { word: 'time.raised', filling: { count: '2' } },
      { word: 'time.reorged', filling: { count: '1' } },
    ]);
  });

  it('says without times what the receipt says', () => {
    expect(
      stopsOf(sampleReceipt({ srcTx: '0xs' }), null).map(({ word, atMs }) => [word, atMs]),
    ).to.deep.equal([
      ['time.accepted', 1_000],
      ['time.pull', null],
      ['time.toDeliver', null],
    ]);
  });
});

describe("a route's bill", () => {
  const rows = (change: Parameters<typeof sampleReceipt>[0]) =>
    moneyRows(sampleReceipt(change)).map(({ word, units }) => [word, units]);

  it('puts what was quoted next to what arrived', () => {
    expect(
      rows({
        ...delivered,
        feeParts: { service: '3000', gas: '1000', engine: '6000' },
        to: { ...sampleReceipt().to, delivered: '4990000' },
      }),
    ).to.deep.equal([
      ['money.sent', 5_000_000n],
      ['money.serviceAlone', 3_000n],
      ['money.gas', 1_000n],
      ['money.engine', 6_000n],
      ['money.quoted', 4_996_000n],
      ['money.least', 4_971_020n],
      ['money.delivered', 4_990_000n],
      ['money.worse', 6_000n],
    ]);
  });

  it('has no line for gas and an engine that take nothing', () => {
    expect(rows(delivered).map(([word]) => word)).to.deep.equal([
      'money.sent',
      'money.service',
      'money.quoted',
      'money.least',
      'money.delivered',
    ]);
  });

  it('of a refund has how far it is and since when, and nothing that was to be delivered', () => {
    const held = { ...back, state: 'held', tx: null, since: 7_000 } as const;
    const last = (change: Parameters<typeof sampleReceipt>[0]) =>
      moneyRows(sampleReceipt(change)).at(-1);

    expect(
      rows({ status: 'FAILED', stage: 'REFUNDED', bridged: '0', srcTx: '0xs', refund: back }),
    ).to.deep.equal([
      ['money.sent', 5_000_000n],
      ['money.quotedFee', 4_000n],
      ['money.quoted', 4_996_000n],
      ['money.least', 4_971_020n],
      ['refund.done', 5_000_000n],
    ]);
    expect(last({ stage: 'REFUND_HELD', bridged: '0', refund: held })).to.deep.include({
      word: 'refund.held',
      sinceMs: 7_000,
    });
    // Of a deposit that was delivered, what came beside it goes back.
    expect(rows({ ...delivered, refund: held }).map(([word]) => word)).to.include.members([
      'money.service',
      'money.delivered',
      'refund.held',
    ]);
  });
});

describe('the picture of a flow', () => {
  it('has a band for each part above zero, as tall as its share, and none too thin to be seen', () => {
    const bands = bandsOf([
      { kind: 'arrives', units: 10n ** 30n },
      { kind: 'fee', units: 1n },
      { kind: 'engine', units: 0n },
    ]);

    expect(bands.map(({ kind }) => kind)).to.deep.equal(['arrives', 'fee']);
    for (const { path } of bands)
      expect(path)
        .to.match(/^M0 [\d.]+C.*Z$/)
        .and.not.to.contain('NaN');
    expect(bandsOf([])).to.deep.equal([]);
  });
});
