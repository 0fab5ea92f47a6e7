import { expect } from 'chai';
import { isOnThisMachine, knownContract } from './known-contract.ts';

const usdc = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';
const other = '0x3333333333333333333333333333333333333333';
const dollars = { chainId: 8453, symbol: 'USDC', address: usdc, decimals: 6, eip2612: true };
const there = 'https://relay.example';

describe('the contract that a payer means', () => {
  const dai = { ...dollars, symbol: 'DAI', address: other, decimals: 18 };

  it('is USDC if it is known here, and any other if the payer names it with its decimals', () => {
    expect([
      knownContract(there, {}, dollars),
      knownContract(there, { token: usdc.toLowerCase() }, dollars),
      knownContract(there, { token: other, decimals: 18 }, dai),
    ]).to.deep.equal([usdc, usdc, other]);
  });

  it('is not what a service calls so, nor with other decimals', () => {
    for (const [named, facts] of [
      [undefined, { ...dollars, address: other }],
      [undefined, { ...dollars, decimals: 18 }],
      [usdc, { ...dollars, decimals: 18 }],
      ['DAI', { ...dollars, symbol: 'DAI', address: other }],
      ['DAI', { ...dollars, symbol: 'DAI' }],
    ] as const)
      expect(() =>
        knownContract(there, named === undefined ? {} : { token: named }, facts),
      ).to.throw('is not known here');
  });

  it('had the amount of its signature chosen by a service that lied of its decimals', () => {
    for (const named of [{ token: other }, { token: other, decimals: 18 }])
      expect(() => knownContract(there, named, { ...dai, decimals: 24 })).to.throw(
        'DAI of chain 8453 is not known here, and the service is not taken at its word for it; name its contract with --token and its decimals with --decimals, as the token itself has them',
      );
  });

  it("is the service's word on a devnet, whose contracts are new at every start", () => {
    expect(knownContract('http://127.0.0.1:8787', {}, { ...dollars, address: other })).to.equal(
      other,
    );
  });
});

describe('a service on this machine', () => {
  it('is at its loopback addresses, and at no name that only begins like one', () => {
    const loopback = [
      'http://127.0.0.1:8787',
      'http://127.1',
      'http://LOCALHOST',
      'http://[::1]:80',
    ];
    const others = [
      'https://127.0.0.1.relay.example',
      'https://127.example',
      'https://localhost.example',
      'https://10.0.0.1',
    ];

    expect(loopback.filter(isOnThisMachine)).to.deep.equal(loopback);
    expect(others.filter(isOnThisMachine)).to.deep.equal([]);
  });
});
