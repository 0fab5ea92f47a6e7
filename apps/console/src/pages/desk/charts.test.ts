import { expect } from 'chai';
import { bookRows, daysBefore } from './books.ts';
import { microUsd, scaleOf } from './chart-scale.ts';
import { amountOf, shownFields } from './shown.ts';

describe('a picture of the desk', () => {
  it('has zero and the ends of its values on it, however large they are', () => {
    const scale = scaleOf([10n ** 40n, null, -(10n ** 40n)]);

    expect([scale.at(10n ** 40n), scale.at(0n), scale.at(-(10n ** 40n))]).to.deep.equal([
      0, 0.5, 1,
    ]);
    expect([scaleOf([]).most, scaleOf([]).at(0n)]).to.deep.equal([0n, 1]);
    expect(scaleOf([5n]).least).to.equal(0n);
  });

  it('reads dollars to the last digit, and nothing that is not an amount', () => {
    expect(microUsd('12.500000')).to.equal(12_500_000n);
    expect(microUsd('-0.000001')).to.equal(-1n);
    expect([microUsd(null), microUsd('1'), microUsd('1.5')]).to.deep.equal([null, null, null]);
  });

  it('adds up the accounts of each day, with days on which nothing was booked', () => {
    const row = (group: string, account: 'fees' | 'gas' | 'losses', usd: string | null) => ({
      ...{ group, account, usd, chain: 8453, token: 'native', symbol: 'ETH' },
      ...{ side: 'credit' as const, units: '1', amount: null },
    });
    const days = daysBefore(Date.UTC(2027, 0, 2, 23), 2);
    const rows = bookRows(
      {
        rows: [
          row('2027-01-02', 'fees', '2.000000'),
          row('2027-01-02', 'fees', '0.500000'),
          row('2027-01-02', 'gas', '1.000000'),
          row('2027-01-02', 'losses', null),
        ],
        groups: [
          { group: 'conversion', profitUsd: '0.000000', volumeUsd: '0.000000', unpriced: 0 },
          { group: '2027-01-02', profitUsd: '1.500000', volumeUsd: '250.000000', unpriced: 1 },
        ],
      },
      days,
    );

    expect(rows).to.deep.equal([
      { label: '2027-01-01', values: [0n, 0n, 0n, 0n], volume: 0n },
      {
        label: '2027-01-02',
        values: [2_500_000n, 1_000_000n, 0n, 1_500_000n],
        volume: 250_000_000n,
      },
    ]);
  });
});

describe('what an order changes', () => {
  const facts = {
    chains: [
      {
        ...{ chain: 8453, name: 'Base', coin: { symbol: 'ETH', decimals: 18 }, tokens: [] },
        ...{ explorerTx: null, simulated: false },
      },
    ],
    ...{ profile: 'devnet' as const, basePath: '', operator: true },
    ...{ passes: false, privateLane: false },
  };

  it('is shown with all digits of an amount if its decimals are known, and in units if not', () => {
    expect(
      shownFields(facts, { chain: 8453, token: 'native', units: '1000000000000000001' }).at(-1),
    ).to.deep.equal(['units', '1.000000000000000001 ETH']);
    expect(shownFields(facts, { chain: 8453, token: 'X', units: '5' }).at(-1)).to.deep.equal([
      'units',
      '5 units',
    ]);
    expect(amountOf(null, null)).to.equal('\u2013');
    expect(shownFields(null, { open: [], why: null, deep: { a: 1 } })).to.deep.equal([
      ['open', '\u2013'],
      ['why', '\u2013'],
      ['deep', '{"a":1}'],
    ]);
  });
});
