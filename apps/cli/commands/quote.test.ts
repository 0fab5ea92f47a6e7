import { expect } from 'chai';
import { chargeWords } from './quote.ts';

describe('the charge of a quote', () => {
  const words = (amount: string, svcRouteFee: string): string =>
    chargeWords({ from: { amount }, svcRouteFee, svcRouteFeeBps: 8 });

  it('is the share that this transfer pays, beside the standard one', () => {
    expect(words('5000000', '2000')).to.equal('4 bps; the standard charge is 8 bps');
    expect(words('5000001', '4001')).to.equal('8.01 bps; the standard charge is 8 bps');
    expect(words('5000000', '0')).to.equal('0 bps; the standard charge is 8 bps');
  });

  it('says of what is above the standard charge that it is fronted gas', () => {
    expect(words('5000000', '4001')).to.equal(
      '8.01 bps: above the standard charge of 8 bps, for the gas that is fronted for you',
    );
  });
});
