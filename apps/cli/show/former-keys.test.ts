import { expect } from 'chai';
import { formerLines } from './former-keys.ts';

const former = { spender: '0x51', float: '0xf1', routes: 0, open: 0, finalAt: [], holdings: [] };
const usdc = {
  chain: 8453,
  role: 'float' as const,
  token: '0xc1',
  symbol: 'USDC',
  units: '5000000',
  amount: '5 USDC',
  block: 9,
};

describe('former keys, as an operator is shown them', () => {
  it('say what they wait for, and what each account holds, a line for each', () => {
    expect(
      formerLines({
        ...former,
        routes: 2,
        open: 1,
        finalAt: [{ chain: 8453, block: 112 }],
        holdings: [usdc, { ...usdc, amount: '1 ETH' }, { ...usdc, role: 'spender' }],
      }),
    ).to.deep.equal([
      'spender 0x51, float 0xf1: drained once 2 routes that were begun with them are final, and 1 of their transactions have ended, and block 112 of 8453 is there',
      'float on 8453: 5 USDC, 1 ETH',
      'spender on 8453: 5 USDC',
    ]);
  });

  it('of one chain leave out what is held on the others, and the chains are sorted by number', () => {
    const held = {
      ...former,
      routes: 1,
      holdings: [100, 10, 56].map((chain) => ({ ...usdc, chain })),
    };
    const waits =
      'spender 0x51, float 0xf1: drained once 1 routes that were begun with them are final';

    expect(formerLines(held, '56')).to.deep.equal([waits, 'float on 56: 5 USDC']);
    expect(formerLines(held)).to.deep.equal([
      waits,
      'float on 10: 5 USDC',
      'float on 56: 5 USDC',
      'float on 100: 5 USDC',
    ]);
  });

  it('are drained if nothing waits and nothing is left, and keep only what is not worth sending', () => {
    expect(formerLines(former)).to.deep.equal(['spender 0x51, float 0xf1: drained']);
    expect(formerLines({ ...former, holdings: [usdc] })[0]).to.contain(
      'worth less than its transfer',
    );
  });
});
