import { expect } from 'chai';
import { inTokens } from '../show/terminal.ts';
import { owingTable } from './reserves.ts';

const amounts = {
  of: (units: string) => inTokens(units, 6, 'USDC'),
  coin: (units: string) => units,
};

describe('the reserves as a payer reads them', () => {
  it('are a line for each asset in which something is owed, and the number of the others', () => {
    const asset = (chain: number, owedToPayers: string, refundsHeld: string) => ({
      chain,
      token: '0xab',
      holdings: [{ units: '20000000' }, { units: '500000' }],
      liabilities: { owedToPayers, refundsHeld, passesUnclaimed: '0' },
      surplus: '332000',
      sumTree: { hash: '', sum: refundsHeld },
    });

    expect([
      owingTable([asset(10, '0', '0'), asset(8453, '20168000', '168000')], amounts),
      owingTable([asset(10, '0', '0')], amounts),
    ]).to.deep.equal([
      [
        'chain  held       owed to payers  of it held refunds  left',
        '8453   20.5 USDC  20.168 USDC     0.168 USDC          0.332 USDC',
        'Nothing is owed in 1 other assets.',
      ].join('\n'),
      'Nothing is owed in any of 1 assets.',
    ]);
  });
});
