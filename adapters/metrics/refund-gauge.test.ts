import { asAddress, asUnits, chainRef, evmChain } from '@interline/kernel';
import { expect } from 'chai';
import { openMeters } from './meters.ts';
import { watchRefunds } from './refund-gauge.ts';

const base = evmChain(8453);
const optimism = evmChain(10);
const bitcoin = chainRef('bip122:000000000019d6689c085ae165831e93');

describe('the gauges of held refunds', () => {
  it('count them and show the age of the oldest by chain, 0 if none waits, and for a removed chain too', async () => {
    const meters = openMeters();
    watchRefunds(meters, {
      chains: [base, optimism],
      clock: { now: () => 100_000 },
      reader: {
        books: {
          liabilities: async () => [
            liability(base, 40_000),
            liability(base, 70_000),
            liability(bitcoin, 99_500),
            // The clock was set back since.
            liability(optimism, 160_000),
          ],
        },
      },
    });

    expect(await valuesOf(meters, 'interline_refunds_held')).to.deep.equal([
      [base, 2],
      [optimism, 1],
      [bitcoin, 1],
    ]);
    expect(await valuesOf(meters, 'interline_refunds_held_oldest_seconds')).to.deep.equal([
      [base, 60],
      [optimism, 0],
      [bitcoin, 0.5],
    ]);
  });

  it('go back to 0 once it is sent', async () => {
    const meters = openMeters();
    let owed = [liability(base, 0)];
    watchRefunds(meters, {
      chains: [base],
      clock: { now: () => 5_000 },
      reader: { books: { liabilities: async () => owed } },
    });

    const before = await valuesOf(meters, 'interline_refunds_held_oldest_seconds');
    owed = [];

    expect([before, await valuesOf(meters, 'interline_refunds_held')]).to.deep.equal([
      [[base, 5]],
      [[base, 0]],
    ]);
  });
});

async function valuesOf({ registry }: ReturnType<typeof openMeters>, name: string) {
  const { values } = (await registry.getSingleMetric(name)?.get()) ?? { values: [] };
  return values.map(({ labels, value }) => [labels['chain'], value]);
}

function liability(chain: typeof base, sinceMs: number) {
  const account = asAddress('ours');
  return {
    routeId: `rt_${sinceMs}`,
    book: { chain, account, token: asAddress('usdc') },
    to: account,
    units: asUnits(1n),
    reason: 'held',
    sinceMs,
  };
}
