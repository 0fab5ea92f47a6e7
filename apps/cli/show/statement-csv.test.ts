import type { BooksStatement } from '@interline/client';
import { expect } from 'chai';
import { statementCsv } from './statement-csv.ts';

const row: BooksStatement['rows'][number] = {
  group: '8453',
  account: 'fees',
  chain: 8453,
  token: '0xab',
  symbol: 'USDC',
  side: 'credit',
  units: '80000',
  amount: '0.08',
  usd: '0.080000',
};

describe('a statement as CSV', () => {
  it('has a heading and a row each, with the dollars once more as profit, a minus for a cost', () => {
    const lines = statementCsv({
      rows: [
        row,
        {
          ...row,
          account: 'losses',
          side: 'debit',
          units: '5',
          amount: '0.000005',
          usd: '5.000000',
        },
        {
          ...row,
          account: 'losses',
          side: 'debit',
          units: '-5',
          amount: '-0.000005',
          usd: '-5.000000',
        },
        { ...row, account: 'gas', side: 'debit', units: '1', amount: null, usd: null },
        { ...row, account: 'gas', side: 'debit', units: '1', amount: '0', usd: '0.000000' },
      ],
    });

    expect(lines).to.deep.equal([
      'group,account,side,chain,token,symbol,units,amount,usd,profitUsd',
      '8453,fees,credit,8453,0xab,USDC,80000,0.08,0.080000,0.080000',
      '8453,losses,debit,8453,0xab,USDC,5,0.000005,5.000000,-5.000000',
      '8453,losses,debit,8453,0xab,USDC,-5,-0.000005,-5.000000,5.000000',
      '8453,gas,debit,8453,0xab,USDC,1,,,',
      '8453,gas,debit,8453,0xab,USDC,1,0,0.000000,0.000000',
    ]);
  });
});
