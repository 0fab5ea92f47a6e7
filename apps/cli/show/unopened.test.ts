import type { BooksBalance, BooksReconciliation } from '@interline/client';
import { expect } from 'chai';
import { unopenedLines } from './unopened.ts';

// CAST: the fields that are read.
const balances = (...chains: number[]) =>
  chains.map((chain) => ({ chain })) as unknown as BooksBalance['accounts'];
const compared = (...chains: number[]) =>
  // CAST: as above.
  chains.map((chain) => ({ chain })) as unknown as BooksReconciliation['holdings'];

describe('balances of books before the first comparison', () => {
  it('name the chains that lack their opening balances, once each, and how to post them', () => {
    const [line, ...rest] = unopenedLines(
      { accounts: balances(8453, 42161, 8453, 10) },
      { holdings: compared(10) },
    );

    expect(rest).to.deep.equal([]);
    expect(line).to.match(/^8453, 42161: .*"interline books reconcile"/);
  });

  it('need no notice once every chain was compared, or while nothing is posted', () => {
    expect([
      unopenedLines({ accounts: balances(10) }, { holdings: compared(10, 8453) }),
      unopenedLines({ accounts: [] }, { holdings: [] }),
    ]).to.deep.equal([[], []]);
  });
});
