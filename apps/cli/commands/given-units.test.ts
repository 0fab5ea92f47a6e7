import type { Client } from '@interline/client';
import { expect } from 'chai';
import { exitCodeOf } from '../exit-codes.ts';
import { givenUnits, requiredUnits } from './given-units.ts';

const usdc = { chainId: 8453, address: '0xAb', symbol: 'USDC', decimals: 6, eip2612: true };
// CAST: the one answer that is read.
const client = { call: async () => ({ acceptedTokens: [usdc] }) } as unknown as Pick<
  Client,
  'call'
>;
const ofUsdc = { chain: '8453', token: 'usdc', units: undefined, amount: undefined };

describe('an amount of an order on the command line', () => {
  it('is in whole tokens up to their last decimal, or in smallest units', async () => {
    expect([
      await givenUnits(client, { ...ofUsdc, amount: '12.5' }),
      await givenUnits(client, { ...ofUsdc, amount: '0.000001' }),
      await givenUnits(client, { ...ofUsdc, token: '0xab', amount: '7' }),
      await givenUnits(client, { ...ofUsdc, token: 'native', amount: '0.5' }),
      await givenUnits(client, { ...ofUsdc, units: '12500000' }),
      await givenUnits(client, ofUsdc),
    ]).to.deep.equal(['12500000', '1', '7000000', '500000000000000000', '12500000', undefined]);
  });

  it('has the decimals of its own chain beyond the EVM ones, for the coin and for tokens', async () => {
    const units = (chain: string, token: string) =>
      givenUnits(client, { chain, token, units: undefined, amount: '1.5' });

    expect([
      await units('bitcoin', 'native'),
      await units('bitcoin', 'BTC'),
      await units('stellar', 'native'),
      await units('stellar', 'USDC'),
    ]).to.deep.equal(['150000000', '150000000', '15000000', '15000000']);
    const tooFine = { ...ofUsdc, chain: 'bitcoin', token: 'BTC', amount: '0.000000001' };
    expect(await givenUnits(client, tooFine).catch(String)).to.contain('8 decimals');
  });

  it('is refused as written wrong with one decimal too many, in both forms, in none, and of an unknown token', async () => {
    const refusals = await Promise.all(
      [
        givenUnits(client, { ...ofUsdc, amount: '0.0000001' }),
        givenUnits(client, { ...ofUsdc, units: '5', amount: '5' }),
        requiredUnits(client, ofUsdc),
        givenUnits(client, { ...ofUsdc, token: 'DAI', amount: '5' }),
      ].map((one) => one.then(String, (error: Error) => [exitCodeOf(error), error.message])),
    );

    expect(refusals).to.deep.equal([
      [2, '"0.0000001" has more than the token\'s 6 decimals'],
      [2, 'give either 5 smallest units or --amount 5, not both'],
      [2, 'how much is missing: give smallest units, or add --amount <tokens>'],
      [
        2,
        'the service does not list DAI on 8453, so its decimals are not known; give smallest units',
      ],
    ]);
  });
});
