import { expect } from 'chai';
import { carrierWords, costWords, quoteWords } from './cost-words.ts';

const usdc = { decimals: 6, symbol: 'USDC' };

describe('what a quote says that a transfer costs', () => {
  const words = (amount: string, svcRouteFee: string, beside: object = {}): string =>
    costWords(
      {
        from: { amount },
        svcRouteFee,
        svcRouteFeeBps: 8,
        fees: { service: svcRouteFee, gas: '0' },
        ...beside,
      },
      usdc,
    );
  const lost = (units: string, pct: number, basis: string) => ({
    ...{ lost: units, effectiveFeePct: pct, effectiveFeeBasis: basis },
  });

  it('is the charge and its share, next to the standard one', () => {
    expect(words('5000000', '2000')).to.match(
      /^our charge 0\.002 USDC \(4 bps; the standard charge is 8 bps\); /,
    );
    expect(words('5000001', '4001')).to.contain('(8.01 bps; the standard charge is 8 bps)');
    expect(words('5000000', '0')).to.contain('our charge 0 USDC (0 bps; ');
  });

  it('says of what is above the standard charge that it is fronted gas', () => {
    expect(words('5000000', '4001')).to.contain(
      '(8.01 bps; above the standard 8 bps for the gas that is fronted for you)',
    );
  });

  it('shows how much of it is gas, if that is charged separately: 182 bps stood next to "8 bps"', () => {
    expect(words('5000000', '91000', { fees: { service: '4000', gas: '87000' } })).to.contain(
      'our charge 0.091 USDC (182 bps; 0.087 USDC of it for the gas that is fronted for you, the rest the standard 8 bps); ',
    );
  });

  it('is all that is lost: 0.95 USDC was shown "in all" where 1.4481 less arrived', () => {
    expect(words('250000000', '950000', lost('1448100', 0.58, 'units'))).to.equal(
      'our charge 0.95 USDC (38 bps; above the standard 8 bps for the gas that is fronted for you); in all 1.4481 USDC (0.58 %) less arrives than left',
    );
    expect(words('250000000', '200000', lost('-50000', -0.02, 'prices'))).to.match(
      /; in all 0\.05 USDC \(0\.02 %\) more arrives than left, at today's prices$/,
    );
    expect(words('250000000', '200000', lost('200000', 0.08, 'charge'))).to.match(
      /; what else is lost is unknown, since a token has no price now$/,
    );
  });

  it('says in one line what a payer signs', () => {
    const to = { chain: 42161, token: 'USDC', estimated: '249850000', min: '248600750' };
    const compared = [{ rail: 'lifi', best: true }];
    const amounts = {
      of: (units: string) => `${units} units`,
      chain: (chain: string | number) => `Arbitrum One (${chain})`,
    };

    expect(
      quoteWords({ to, svcRouteFee: '150000', bridge: 'mayan', compared }, usdc, amounts),
    ).to.equal(
      '249850000 units on Arbitrum One (42161), at least 248600750 units; our charge 0.15 USDC; by lifi, over mayan',
    );
  });

  it('names the engine as compare does, and the bridge that it takes', () => {
    const compared = [{ rail: 'lifi', best: true }];

    expect(carrierWords({ bridge: 'mayan', compared })).to.equal('lifi, over mayan');
    expect(carrierWords({ bridge: 'lifi', compared })).to.equal('lifi');
  });
});
