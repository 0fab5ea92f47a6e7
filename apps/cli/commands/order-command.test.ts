import { expect } from 'chai';
import { inTokens } from '../show/terminal.ts';
import { auditLines, showOrder } from './order-command.ts';

const amounts = {
  of: (units: string, chain: string | number, token: string): string =>
    `${inTokens(units, 6, token)}${chain === '8453' ? '' : ` of ${chain}`}`,
  coin: (wei: string): string => inTokens(wei, 18, 'ETH'),
  chain: (chain: string | number): string => `Some Chain (${chain})`,
};

describe('an order that was given', () => {
  const answer = {
    action: 'replace',
    target: 'transaction ef_1',
    before: { purpose: 'payout' },
    after: { purpose: 'noop' },
  };
  const row = { name: 'replace', next: 'its route goes on once the no-op is final' };
  const read = (given: { readonly dryRun: boolean; readonly auditId: string | null }) => {
    const lines: string[] = [];
    const out = {
      line: (text: string) => void lines.push(text),
      step: (label: string, text: string) => void lines.push(`${label}: ${text}`),
    };
    showOrder(out, { ...answer, ...given }, (_name, value) => String(value), row);
    return lines;
  };

  it('says that it is done, under which audit id, and what happens by itself then', () => {
    expect(read({ dryRun: false, auditId: 'au_1' })).to.deep.equal([
      'replace transaction ef_1: done',
      '  purpose: payout -> noop',
      'audit: au_1',
      'next: its route goes on once the no-op is final',
    ]);
  });

  it('says of a rehearsal only what would change', () => {
    expect(read({ dryRun: true, auditId: null })).to.deep.equal([
      'replace transaction ef_1 would change:',
      '  purpose: payout -> noop',
    ]);
  });
});

describe('what an order changed, in the audit', () => {
  it('is in tokens if its target names one, and without the amount that says it twice', () => {
    const withdrawn = {
      target: 'float of USDC on 8453 to 0x1',
      before: { free: '1099966002000' },
      after: { free: '1099941002000', units: '25000000', amount: '25 USDC', mostGasCost: '21000' },
    };
    const moved = {
      target: 'float of USDC from 8453 to 10',
      before: { 'free on 10': '5000000' },
      after: { 'free on 10': '6000000' },
    };
    const classified = {
      target: 'USDC of the float account on 8453',
      before: { unclaimed: '7000000' },
      after: { unclaimed: '0' },
    };

    expect(auditLines(withdrawn, amounts)).to.deep.equal([
      'free: 1099966.002 USDC -> 1099941.002 USDC',
      'units: 25 USDC',
      'mostGas: 0.000000000000021 ETH',
    ]);
    expect(auditLines(moved, amounts)).to.deep.equal(['free on 10: 5 USDC of 10 -> 6 USDC of 10']);
    expect(auditLines(classified, amounts)).to.deep.equal(['unclaimed: 7 USDC -> 0 USDC']);
  });

  it('has prices of gas in gwei, and other fields as they are kept', () => {
    const bumped = { before: { maxFeeRate: '1' }, after: { maxFeeRate: '1700000000', slot: 7 } };

    expect(auditLines({ target: 'transaction ef_1', ...bumped }, amounts)).to.deep.equal([
      'maxFee: 0.000000001 gwei -> 1.7 gwei',
      'slot: 7',
    ]);
  });

  it("has fee rates in the unit of the chain's people if it names the chain", () => {
    const bumped = (chain: string | number) => ({
      target: 'transaction ef_1',
      before: { chain, maxFeeRate: '2' },
      after: { chain, maxFeeRate: '14' },
    });

    expect(
      [8453, 'bitcoin', 'stellar'].map((chain) => auditLines(bumped(chain), amounts)),
    ).to.deep.equal([
      ['maxFee: 0.000000002 gwei per gas -> 0.000000014 gwei per gas'],
      ['maxFee: 2 sat per vbyte -> 14 sat per vbyte'],
      ['maxFee: 2 stroops per operation -> 14 stroops per operation'],
    ]);
  });
});
