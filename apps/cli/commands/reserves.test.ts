import { expect } from 'chai';
import { inTokens } from '../show/terminal.ts';
import { owingTable } from './reserves.ts';

const amounts = {
  of: (units: string) => inTokens(units, 6, 'USDC'),
  coin: (units: string) => units,
  chain: String,
};

describe('the reserves as a payer reads them', () => {
  it('are a line for each asset in which something is owed, and the number of the others', () => {
    const asset = (chain: number, owedToPayers: string, refundsHeld: string) => ({
      chain,
      token: '0xab',
      holdings: [{ units: '22000000' }, { units: '500000' }],
      inTransit: '1000000',
      liabilities: {
        ...{ owedToPayers, refundsHeld },
        passesUnclaimed: owedToPayers === '0' ? '0' : '2000000',
      },
      surplus: '1332000',
      sumTree: { hash: '', sum: refundsHeld },
    });

    expect([
      owingTable([asset(10, '0', '0'), asset(8453, '20168000', '168000')], amounts),
      owingTable([asset(10, '0', '0')], amounts),
    ]).to.deep.equal([
      [
        'chain  held       owed by engines  owed to payers  of it held refunds  owed in passes  left',
        '8453   22.5 USDC  1 USDC           20.168 USDC     0.168 USDC          2 USDC          1.332 USDC',
        'Nothing is owed in 1 other assets; left is held and owed by engines, less what is owed to payers and in passes.',
      ].join('\n'),
      'Nothing is owed in any of 1 assets.',
    ]);
  });
});
