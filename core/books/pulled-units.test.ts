import { asUnits, evmAddress, evmChain } from '@interline/kernel';
import { expect } from 'chai';
import { pulledUnits } from './pulled-units.ts';
import type { KnownUnmatched } from './reconcile-ports.ts';

const base = evmChain(8453);
const float = evmAddress(`0xf1${'0'.repeat(38)}`);
const spender = evmAddress(`0xa1${'0'.repeat(38)}`);
const payer = evmAddress(`0xe1${'0'.repeat(38)}`);
const usdc = evmAddress(`0xc1${'0'.repeat(38)}`);
const book = { chain: base, account: float, token: usdc };

describe('what payers brought for routes that the store has lost', () => {
  it('counts from the block of the pull, on its account, chain and token only', () => {
    expect([9, 10].map((block) => pulledUnits(book, [pull(3n)], block))).to.deep.equal([0n, 3n]);
    for (const other of [
      { ...book, account: spender },
      { ...book, chain: evmChain(10) },
      { ...book, token: `0xc2${'0'.repeat(38)}` },
    ])
      expect(pulledUnits(other, [pull(3n)], 10)).to.equal(0n);
  });

  it('does not count once a refund that is lost as well paid the same amount to the payer, once for each', () => {
    const pulls = [pull(3n), pull(3n), pull(4n)];

    expect(pulledUnits(book, [...pulls, payment(3n, payer)], 11)).to.equal(7n);
    expect(pulledUnits(book, [...pulls, payment(2n, payer)], 11)).to.equal(10n);
    expect(pulledUnits(book, [...pulls, payment(3n, spender)], 11)).to.equal(10n);
    expect(pulledUnits(book, [...pulls, payment(3n, payer)], 10)).to.equal(10n);
  });

  it("does not count where it went back by the operator's word, and counts where it was delivered", () => {
    expect(
      ['returned', 'delivered', 'explained'].map((as) => pulledUnits(book, [closedAs(as)], 10)),
    ).to.deep.equal([0n, 3n, 3n]);
  });
});

function closedAs(as: string): KnownUnmatched {
  return { ...pull(3n), closed: { as } };
}

function pull(units: bigint): KnownUnmatched {
  return {
    kind: 'pull',
    chain: base,
    block: 10,
    closed: null,
    permit: { owner: payer },
    moved: [{ token: usdc, to: float, units: asUnits(units) }],
  };
}

function payment(units: bigint, to: typeof payer): KnownUnmatched {
  return {
    kind: 'payment',
    chain: base,
    block: 11,
    closed: null,
    permit: null,
    moved: [{ token: usdc, to, units: asUnits(units) }],
  };
}
