import { expect } from 'chai';
import { asAddress } from './address.ts';
import { chainRef } from './chain.ts';
import { deadEndAt } from './dead-ends.ts';

const issuer = 'GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN';

describe('an address that gives nothing back', () => {
  it('is the issuer of a token on Stellar, where what comes back to it exists no more', () => {
    const stellar = chainRef('stellar:pubnet');
    const tokens = [
      {
        chain: stellar,
        address: asAddress(`USDC:${issuer}`),
        symbol: 'USDC',
        decimals: 7,
        asset: 'USD',
      },
    ];
    const executor = asAddress('0x0000000000000000000000000000000000000001');

    expect(deadEndAt(stellar, issuer, tokens, executor)).to.equal('the issuer of USDC');
    expect(deadEndAt(stellar, issuer.replace('ZVN', 'ZVM'), tokens, executor)).to.equal(null);
  });
});
