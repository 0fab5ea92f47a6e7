import { evmAddress, evmChain } from '@interline/kernel';
import { expect } from 'chai';
import type { Line } from './books-account.ts';
import { type Entry, reversalOf } from './entry.ts';
import { deliveredEntry, foundEntry, givenBackEntry, servedFromFloat } from './route-lines.ts';
import { volumeOf } from './volume-of.ts';

const base = evmChain(8453);
const arbitrum = evmChain(42161);
const usdc = evmAddress(`0xc1${'0'.repeat(38)}`);
const float = evmAddress(`0xf1${'0'.repeat(38)}`);
const route = {
  id: 'rt_1',
  source: { chain: base, token: usdc },
  credited: 100_000n,
  fee: 80n,
  engine: 'lifi',
};

describe('the volume', () => {
  it('is what a payer gave, where it was given, once a recipient has been served', () => {
    const byFloat = entry('ef_2/payout/0x1/0', 'payout', [
      { kind: 'float', chain: arbitrum, token: usdc, holder: float, units: -99_920n },
      { kind: 'conversion', chain: arbitrum, token: usdc, holder: '', units: 99_920n },
      ...servedFromFloat(route),
    ]);
    const byEngine = deliveredEntry(route, [pull()], { chain: arbitrum, hash: '0xd', atMs: 5 });

    for (const one of [byFloat, byEngine])
      expect(one === null ? null : volumeOf(one)).to.deep.equal([owed(100_000n)]);
  });

  it('is less again once a reorg has taken the delivery', () => {
    const served = entry('ef_2/payout/0x1/0', 'payout', servedFromFloat(route));

    expect(volumeOf(reversalOf(served, 9))).to.deep.equal([owed(-100_000n)]);
    expect(volumeOf(reversalOf(pull(), 9))).to.deep.equal([]);
  });

  it('is no pull, and nothing that went back to its payer', () => {
    const back = givenBackEntry(route, {
      ...{ hash: '0xb', logIndex: 2, units: 100_000n, toUs: null, atMs: 4 },
    });
    const refund = entry('ef_3/refund/0x1/0', 'refund', [owed(100_000n)]);

    for (const one of [pull(), back, refund])
      expect(one === null ? null : volumeOf(one)).to.deep.equal([]);
  });

  it('has the payouts that a lost store recovers from the chain, and not the refunds', () => {
    const found = (kind: 'payout' | 'refund', chain = kind === 'refund' ? base : arbitrum) =>
      foundEntry(route, {
        ...{ kind, chain, role: 'float', account: float, token: usdc, hash: '0xf' },
        ...{ block: 7, logIndex: 0, units: kind === 'refund' ? 100_000n : 99_920n, atMs: 3 },
      });

    expect([found('payout'), found('refund')].map((one) => one && volumeOf(one))).to.deep.equal([
      [owed(100_000n)],
      [],
    ]);
  });
});

function owed(units: bigint): Line {
  return { ...route.source, kind: 'owed-to-payers', holder: '', units };
}

function pull(): Entry {
  return entry('ef_1/pull/0x1/0', 'pull', [
    { ...route.source, kind: 'float', holder: float, units: 100_000n },
    owed(-100_000n),
  ]);
}

function entry(id: string, kind: Entry['kind'], lines: readonly Line[]): Entry {
  return {
    ...{ id, kind, lines, chain: base, block: 5, blockHash: '0x5', txHash: '0x6' },
    ...{ logIndex: null, transactionId: null, reverses: null, atMs: 1, engine: 'lifi' },
    owner: { kind: 'route', id: 'rt_1' },
  };
}
