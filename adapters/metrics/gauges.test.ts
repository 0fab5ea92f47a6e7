import { asAddress, asUnits, chainRef, nativeAddress, type TokenRef } from '@interline/kernel';
import { expect } from 'chai';
import { watchBooks } from './gauges.ts';
import { openMeters } from './meters.ts';

const bitcoin = chainRef('bip122:000000000019d6689c085ae165831e93');
const stellar = chainRef('stellar:pubnet');
const base = chainRef('eip155:8453');
const coins: readonly TokenRef[] = [
  { chain: bitcoin, address: nativeAddress, symbol: 'BTC', decimals: 8, asset: 'BTC' },
  { chain: stellar, address: nativeAddress, symbol: 'XLM', decimals: 7, asset: 'XLM' },
];

describe('the gauge of the coin that our accounts hold', () => {
  it('is in whole coins on every chain, because satoshis, stroops and wei differ in size', async () => {
    const meters = openMeters();
    const held = new Map([
      [bitcoin, 1_000_165_653n],
      [stellar, 99_949_998_900n],
      [base, 2_500_000_000_000_000_000n],
    ]);

    watchBooks(meters, {
      reader: {
        books: {
          balance: async (book) => ({ book, units: asUnits(held.get(book.chain) ?? 0n), block: 1 }),
          checks: async () => [],
        },
        transfers: { openByStage: async () => new Map() },
      },
      custody: {
        chains: [bitcoin, stellar, base],
        roles: () => ['float'],
        account: () => asAddress('ours'),
        roleOf: () => 'float',
      },
      inventory: { free: async () => asUnits(0n) },
      tokens: { on: (chain) => coins.filter((coin) => coin.chain === chain) },
    });

    const gauge = meters.registry.getSingleMetric('interline_gas_balance_coins');
    const { values } = (await gauge?.get()) ?? { values: [] };
    expect(values.map(({ value }) => value)).to.deep.equal([10.00165653, 9_994.99989, 2.5]);
  });
});
