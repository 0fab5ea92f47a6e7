import { evmAddress, evmChain } from '@interline/kernel';
import { expect } from 'chai';
import type { Line } from './books-account.ts';
import { balancedEntry, type Entry, reversalOf } from './entry.ts';
import {
  deliveredEntry,
  givenBackEntry,
  lostEntry,
  servedFromFloat,
  underWayEntry,
} from './route-lines.ts';

const base = evmChain(8453);
const arbitrum = evmChain(42161);
const usdc = evmAddress(`0xc1${'0'.repeat(38)}`);
const spender = evmAddress(`0x5e${'0'.repeat(38)}`);
const route = {
  id: 'rt_1',
  source: { chain: base, token: usdc },
  credited: 100_000n,
  fee: 80n,
  engine: 'lifi',
};
const seen = { chain: arbitrum, hash: '0xd', atMs: 5 };

describe('what a route leaves in the books', () => {
  it('is its fee and the source side of the conversion once our float has served it', () => {
    expect(servedFromFloat(route).map(shown)).to.deep.equal([
      ['owed-to-payers', 100_000n],
      ['fees', -80n],
      ['conversion', -99_920n],
    ]);
    expect(servedFromFloat({ ...route, credited: 79n }).map(shown)).to.deep.equal([
      ['owed-to-payers', 79n],
      ['fees', 0n],
      ['conversion', -79n],
    ]);
    expect(servedFromFloat({ ...route, credited: null })).to.deep.equal([]);
  });

  it('is its fee once an engine has delivered: the engine owes nothing, nor do we', () => {
    const delivered = deliveredEntry(route, [pull(), call(99_920n)], seen);

    expect(delivered?.id).to.equal('rt_1/delivered/0xd/0');
    expect(delivered?.lines.map(shown)).to.deep.equal([
      ['owed-to-payers', 100_000n],
      ['owed-by-engines', -99_920n],
      ['fees', -80n],
    ]);
  });

  it('is a loss where the engine took more than the payer had paid', () => {
    const delivered = deliveredEntry(route, [pull(), call(100_007n)], seen);

    expect(delivered?.lines.map(shown)).to.deep.equal([
      ['owed-to-payers', 100_000n],
      ['owed-by-engines', -100_007n],
      ['losses', 7n],
    ]);
  });

  it('is posted once for one delivery', () => {
    const posted = [pull(), call(99_920n)];
    const delivered = deliveredEntry(route, posted, seen);
    if (delivered === null) throw new Error('nothing was delivered');

    expect(deliveredEntry(route, [...posted, delivered], seen)).to.equal(null);
  });

  it("is nothing but the engine's debt while it keeps a part of what it was given", () => {
    const back = givenBackEntry(route, {
      hash: '0xb',
      logIndex: 2,
      units: 99_780n,
      toUs: { account: spender, block: 7 },
      atMs: 4,
    });

    expect([back?.id, back?.block]).to.deep.equal(['rt_1/given-back/0xb/2', 7]);
    expect(back?.lines.map(shown)).to.deep.equal([
      ['transit', 99_780n],
      ['owed-by-engines', -99_780n],
    ]);
    const toPayer = givenBackEntry(route, {
      hash: '0xb',
      logIndex: 3,
      units: 5n,
      toUs: null,
      atMs: 4,
    });
    expect([toPayer?.block, toPayer?.lines.map(shown)]).to.deep.equal([
      null,
      [
        ['owed-to-payers', 5n],
        ['owed-by-engines', -5n],
      ],
    ]);
  });

  it('is delivered the same while a reorg has the pull, and balances when it is back', () => {
    const pulled = pull();
    const without = [pulled, reversalOf(pulled, 3), call(99_920n)];

    const delivered = deliveredEntry(route, without, seen);

    expect(delivered?.lines.map(shown)).to.deep.equal([
      ['owed-to-payers', 100_000n],
      ['owed-by-engines', -99_920n],
      ['fees', -80n],
    ]);
  });

  it('is what it is owed, out of capital, where it was under way before the books were kept', () => {
    const told = [false, true].map((hasHandedOver) => {
      const opening = underWayEntry(route, { hasHandedOver, atMs: 2 });
      return [
        opening?.lines.map(shown),
        deliveredEntry(route, [ofRoute(opening)], seen)?.lines.map(shown),
      ];
    });

    expect(told).to.deep.equal([
      [
        [
          ['owed-to-payers', -100_000n],
          ['capital', 100_000n],
        ],
        [
          ['owed-to-payers', 100_000n],
          ['fees', -100_000n],
        ],
      ],
      [
        [
          ['owed-to-payers', -100_000n],
          ['owed-by-engines', 99_920n],
          ['capital', 80n],
        ],
        [
          ['owed-to-payers', 100_000n],
          ['owed-by-engines', -99_920n],
          ['fees', -80n],
        ],
      ],
    ]);
  });

  it('is a loss of what was paid out, once its pull is gone for good', () => {
    const pulled = pull();
    const served = entry('ef_2/payout', 'payout', servedFromFloat(route));
    const posted = [pulled, served, reversalOf(pulled, 3)];

    const lost = lostEntry(route, posted, { transactionId: 'ef_1', atMs: 9 });

    expect(lost?.lines.map(shown)).to.deep.equal([
      ['owed-to-payers', -100_000n],
      ['losses', 100_000n],
    ]);
    expect(lostEntry(route, [pulled, served], { transactionId: 'ef_1', atMs: 9 })).to.equal(null);
    expect(
      lostEntry(route, lost === null ? [] : [...posted, lost], {
        transactionId: 'ef_1',
        atMs: 9,
      }),
    ).to.equal(null);
  });
});

function ofRoute(one: Entry | null): Entry {
  if (one === null) throw new Error('nothing was posted');
  return one;
}

function pull(): Entry {
  return entry('ef_1/pull', 'pull', [
    { ...route.source, kind: 'transit', holder: spender, units: 100_000n },
    { ...route.source, kind: 'owed-to-payers', holder: '', units: -100_000n },
  ]);
}

function call(units: bigint): Entry {
  return entry('ef_3/call', 'call', [
    { ...route.source, kind: 'transit', holder: spender, units: -units },
    { ...route.source, kind: 'owed-by-engines', holder: 'lifi', units },
  ]);
}

function entry(id: string, kind: Entry['kind'], lines: readonly Line[]): Entry {
  const balanced = balancedEntry({
    id,
    kind,
    chain: base,
    block: 5,
    blockHash: '0x5',
    txHash: '0x6',
    logIndex: null,
    transactionId: id.split('/')[0] ?? '',
    owner: { kind: 'route', id: 'rt_1' },
    engine: 'lifi',
    reverses: null,
    lines,
    atMs: 1,
  });
  if (balanced === null) throw new Error('the entry is empty');
  return balanced;
}

function shown({ kind, units }: Line) {
  return [kind, units] as const;
}
