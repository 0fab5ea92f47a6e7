import { evmAddress, evmChain } from '@interline/kernel';
import { expect } from 'chai';
import type { Line } from './books-account.ts';
import { balancedEntry, type Entry, reversalOf } from './entry.ts';
import { rebalancedEntry, type SeenRebalanced } from './rebalanced-entry.ts';

const base = evmChain(8453);
const arbitrum = evmChain(42161);
const usdc = evmAddress(`0xc1${'0'.repeat(38)}`);
const float = evmAddress(`0xf1${'0'.repeat(38)}`);
const route = {
  id: 'rt_1',
  source: { chain: base, token: usdc },
  credited: null,
  fee: 0n,
  engine: 'lifi',
  ownFloat: float,
};
const seen: SeenRebalanced = {
  chain: arbitrum,
  token: usdc,
  account: float,
  hash: '0xd',
  block: 7,
  units: 99_800n,
  parUnits: 99_800n,
  atMs: 5,
};

describe('float that an engine has moved to another chain', () => {
  it('is ours there, costs what arrived less, and leaves the engine owing nothing', () => {
    const entry = rebalancedEntry(route, [call(100_000n)], seen);

    expect(entry).to.include({ id: 'rt_1/delivered/0xd/0', chain: arbitrum, block: 7 });
    expect(entry?.lines.map(shown)).to.deep.equal([
      ['float', arbitrum, 99_800n],
      ['moved', arbitrum, -99_800n],
      ['owed-by-engines', base, -100_000n],
      ['moved', base, 99_800n],
      ['rail-costs', base, 200n],
    ]);
  });

  it('earns what arrived more, and costs nothing at par', () => {
    const costs = [100_001n, 100_000n].map((units) =>
      rebalancedEntry(route, [call(100_000n)], { ...seen, units, parUnits: units })
        ?.lines.filter(({ kind }) => kind === 'rail-costs')
        .map(({ units: cost }) => cost),
    );

    expect(costs).to.deep.equal([[-1n], []]);
  });

  it('is no cost that can be told where another asset came', () => {
    const entry = rebalancedEntry(route, [call(100_000n)], { ...seen, parUnits: null });

    expect(entry?.lines.map(shown)).to.deep.equal([
      ['float', arbitrum, 99_800n],
      ['conversion', arbitrum, -99_800n],
      ['owed-by-engines', base, -100_000n],
      ['conversion', base, 100_000n],
    ]);
  });

  it('is posted once, and again after it was taken back', () => {
    const entry = rebalancedEntry(route, [call(100_000n)], seen);
    if (entry === null) throw new Error('it has lines');
    const posted = [call(100_000n), entry];

    expect(rebalancedEntry(route, posted, seen)).to.equal(null);
    expect(rebalancedEntry(route, [...posted, reversalOf(entry, 6)], seen)?.id).to.equal(
      'rt_1/delivered/0xd/1',
    );
  });
});

function shown({ kind, chain, units }: Line) {
  return [kind, chain, units];
}

/** The engine was handed that much. */
function call(units: bigint): Entry {
  const entry = balancedEntry({
    id: 'ef_1/call/0xb/0',
    kind: 'call',
    chain: base,
    block: 3,
    blockHash: '0xb',
    txHash: '0xc',
    logIndex: null,
    transactionId: 'ef_1',
    owner: { kind: 'route', id: 'rt_1' },
    engine: 'lifi',
    reverses: null,
    lines: [
      { kind: 'transit', chain: base, token: usdc, holder: '0x5e', units: -units },
      { kind: 'owed-by-engines', chain: base, token: usdc, holder: 'lifi', units },
    ],
    atMs: 1,
  });
  if (entry === null) throw new Error('a call has lines');
  return entry;
}
