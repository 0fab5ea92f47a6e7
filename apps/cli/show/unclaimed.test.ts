import type { BooksBalance } from '@interline/client';
import { expect } from 'chai';
import { unclaimedLines } from './unclaimed.ts';

const came: BooksBalance['accounts'][number] = {
  account: 'unclaimed',
  chain: 56,
  holder: '0xd305',
  role: 'float',
  former: false,
  unread: false,
  token: 'native',
  symbol: 'BNB',
  decimals: 18,
  units: '58400000000000',
};

describe('what came in without a route', () => {
  it('is classified on the account that has it, which a former one is named for', () => {
    expect(linesOf(came)).to.deep.equal([
      '0.0000584 BNB on the float of 56 came in without a route; if you sent it: interline books classify 56 float native --of unclaimed --as capital --reason "<why>"',
    ]);
    expect(linesOf({ ...came, former: true })[0]).to.contain(
      'classify 56 float native --account 0xd305 --of unclaimed',
    );
  });

  it('is not called capital while an account on its chain is still being read', () => {
    expect(linesOf({ ...came, unread: true })).to.deep.equal([
      '0.0000584 BNB on the float of 56 came in without a route; an account there is stopped, and what it sent is still being read: wait, and look again once it runs',
    ]);
  });
});

function linesOf(account: typeof came): readonly string[] {
  return unclaimedLines({ accounts: [account], count: 1 });
}
