import { asUnits, evmAddress, evmChain, nativeAddress } from '@interline/kernel';
import { expect } from 'chai';
import { adjustableUnits, checkOf, type Compared, judgeHolding } from './judge-holding.ts';
import type { Check } from './repository.ts';

const base = evmChain(8453);
const float = evmAddress(`0xf1${'0'.repeat(38)}`);
const usdc = evmAddress(`0xc1${'0'.repeat(38)}`);

describe('a holding beside its chain', () => {
  it('opens with what it first held, as capital', () => {
    const first = compared({ byChain: 7n, byBooks: -2n, last: null });
    const judged = judgeHolding({ ...first, before: 9n });

    expect(judged.kind).to.equal('balanced');
    expect(linesOf(judged)).to.deep.equal([
      ['float', 9n],
      ['capital', -9n],
    ]);
  });

  it('is not opened until two looks show the very same', () => {
    const first = compared({ byChain: 7n, byBooks: -2n, last: null });

    expect([null, 8n, 10n].map((before) => judgeHolding({ ...first, before }).kind)).to.deep.equal([
      'look-again',
      'look-again',
      'look-again',
    ]);
  });

  it('opens with what payers brought for lost routes as unclaimed, and only the rest as capital', () => {
    const first = compared({ byChain: 7n, byBooks: 0n, last: null, before: 7n });

    expect([6n, 7n, 8n].map((pulled) => linesOf(judgeHolding({ ...first, pulled })))).to.deep.equal(
      [
        [
          ['float', 7n],
          ['unclaimed', -6n],
          ['capital', -1n],
        ],
        [
          ['float', 7n],
          ['unclaimed', -7n],
        ],
        [
          ['float', 7n],
          ['unclaimed', -7n],
        ],
      ],
    );
  });

  it('is not opened while the float is empty; a spender opens empty, since its tokens are others', () => {
    expect(judgeHolding(compared({ byChain: 0n, byBooks: 0n, last: null })).kind).to.equal(
      'unseen',
    );
    expect(
      judgeHolding(compared({ byChain: 0n, byBooks: 0n, last: null, role: 'spender' })).kind,
    ).to.equal('balanced');
  });

  it('is looked at twice before a difference counts', () => {
    const more = compared({ byChain: 8n, byBooks: 7n });
    const less = compared({ byChain: 6n, byBooks: 7n });

    expect([more, less].map((one) => judgeHolding(one).kind)).to.deep.equal([
      'look-again',
      'look-again',
    ]);
    expect(judgeHolding({ ...more, before: -1n }).kind).to.equal('look-again');
    expect(judgeHolding({ ...more, before: 0n }).kind).to.equal('look-again');
    expect(judgeHolding({ ...less, before: -1n })).to.deep.equal({ kind: 'deficit', drift: -1n });
  });

  it('with more than the books has it unclaimed, as much as two looks have shown', () => {
    const judged = judgeHolding(compared({ byChain: 12n, byBooks: 7n, before: 3n }));

    expect(linesOf(judged)).to.deep.equal([
      ['float', 3n],
      ['unclaimed', -3n],
    ]);
  });

  it('of coin is adjusted up to the bound, and has a deficit one wei above it', () => {
    const coin = compared({ token: nativeAddress, byChain: 90n, byBooks: 100n, before: -10n });

    expect(linesOf(judgeHolding({ ...coin, adjustable: 10n }))).to.deep.equal([
      ['coin', -10n],
      ['gas-adjustment', 10n],
    ]);
    expect(judgeHolding({ ...coin, adjustable: 9n })).to.deep.equal({
      kind: 'deficit',
      drift: -10n,
    });
    expect(
      judgeHolding({ ...compared({ byChain: 90n, byBooks: 100n, before: -10n }), adjustable: 10n })
        .kind,
    ).to.equal('deficit');
  });

  it("adjusts five percent of the day's gas, less what was adjusted that day", () => {
    const line = (kind: 'gas' | 'gas-adjustment', units: bigint, chain = base) =>
      ({ kind, chain, token: nativeAddress, holder: '', units }) as const;
    const day = [
      line('gas', 1_000n),
      line('gas', 9_000n, evmChain(10)),
      line('gas-adjustment', 20n),
    ];

    expect([
      adjustableUnits(day, base, 500),
      adjustableUnits(day, base, 0),
      adjustableUnits(day, base, 200),
      adjustableUnits(day, base, 199),
    ]).to.deep.equal([30n, 0n, 0n, 0n]);
  });

  it('keeps where a deficit appeared until it is gone', () => {
    const one = compared({ byChain: 6n, byBooks: 7n, before: -1n, block: 20 });
    const deficit = { kind: 'deficit', drift: -1n } as const;

    const first = checkOf(one, deficit, { after: 12, by: 13 });
    const grown = checkOf({ ...one, last: first, atMs: 9 }, { ...deficit, drift: -5n }, null);
    const gone = checkOf(
      { ...one, last: grown },
      { kind: 'balanced', drift: 0n, posts: null },
      null,
    );

    expect(first).to.include({ deficit: 1n, goodBlock: 10 });
    expect(first?.appeared).to.deep.equal({ after: 12, by: 13, sinceMs: 5 });
    expect(grown).to.deep.include({ deficit: 5n, goodBlock: 10, appeared: first?.appeared });
    expect(gone).to.deep.include({ deficit: 0n, goodBlock: 20, appeared: null });
    expect(checkOf({ ...one, last: null }, deficit, null)?.appeared).to.deep.include({
      after: -1,
      by: 20,
    });
  });
});

const lastGood: Check = {
  book: { chain: base, account: float, token: usdc },
  units: asUnits(7n),
  block: 10,
  blockHash: '0xa',
  deficit: asUnits(0n),
  appeared: null,
  goodBlock: 10,
  atMs: 1,
};

function compared({
  token = usdc,
  ...change
}: Partial<Compared> & { readonly token?: string }): Compared {
  return {
    book: { chain: base, account: float, token },
    role: 'float',
    block: 11,
    blockHash: '0xb',
    byChain: 7n,
    byBooks: 7n,
    last: lastGood,
    adjustable: 0n,
    before: null,
    pulled: 0n,
    atMs: 5,
    ...change,
  };
}

function linesOf(judged: ReturnType<typeof judgeHolding>) {
  return judged.kind === 'balanced'
    ? (judged.posts?.lines ?? []).map(({ kind, units }) => [kind, units] as const)
    : [];
}
