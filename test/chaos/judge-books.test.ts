import { evmAddress, evmChain, nativeAddress, asUnits } from '@interline/kernel';
import { expect } from 'chai';
import { judgeBooks } from './judge-books.ts';
import type { BooksAudit } from './process-messages.ts';
import type { RunFacts } from './run-facts.ts';

const chain = evmChain(8453);
const usdc = evmAddress(`0x${'6'.repeat(40)}`);
const [spender, float] = [evmAddress(`0x${'1'.repeat(40)}`), evmAddress(`0x${'2'.repeat(40)}`)];
const whole: BooksAudit['balances'] = [
  { kind: 'float', chain, token: usdc, holder: float, units: 1_010_001n },
  { kind: 'coin', chain, token: nativeAddress, holder: float, units: 50n },
  { kind: 'coin', chain, token: nativeAddress, holder: spender, units: 40n },
  { kind: 'fees', chain, token: usdc, holder: '', units: 9n },
  { kind: 'capital', chain, token: usdc, holder: '', units: 1_000_000n },
];

describe('the verdict on the books of a crash run', () => {
  it('is that nothing is wrong if they equal the chain and the transfers, or if there are no books', () => {
    expect(judgeBooks(facts({}))).to.deep.equal([]);
    expect(judgeBooks({ ...facts({}), books: null })).to.deep.equal([]);
  });

  it('says when a holding or the fees are a unit off', () => {
    const off = (at: number) =>
      whole.map((one, index) => (index === at ? { ...one, units: one.units - 1n } : one));

    expect([0, 1, 2, 3].map((at) => words({ balances: off(at) }))).to.deep.equal([
      ['the books: the float on eip155:8453: 1010000 in the books, 1010001 in truth'],
      ["the books: the float's coin on eip155:8453: 49 in the books, 50 in truth"],
      ["the books: the spender's coin on eip155:8453: 39 in the books, 40 in truth"],
      ['the books: the fees earned on eip155:8453: 8 in the books, 9 in truth'],
    ]);
  });

  it('says when something is still owed, lost or without a reason, or was not compared', () => {
    const owed = { kind: 'owed-to-payers', chain, token: usdc, holder: '', units: 1n } as const;

    expect(words({ balances: [...whole, owed] })).to.have.length(1);
    expect(words({ balances: [...whole, { ...owed, kind: 'unclaimed' }] })).to.have.length(1);
    expect(words({ balances: [...whole, { ...owed, kind: 'losses' }] })).to.have.length(1);
    expect(words({ unjudged: [chain] })).to.have.length(1);
    expect(
      words({ deficits: [{ chain, account: float, token: usdc, units: asUnits(1n) }] }),
    ).to.have.length(1);
  });
});

function words(change: Partial<BooksAudit>): readonly string[] {
  return judgeBooks(facts(change)).map(({ what }) => what);
}

/** One transfer of 10,001 units was delivered elsewhere; the float began with a million. */
function facts(change: Partial<BooksAudit>): RunFacts {
  // CAST: the verdict reads only these.
  return {
    accounts: { spender, float },
    chains: [{ chainId: 8453, usdc, floatAfter: 1_010_001n, coins: { spender: 40n, float: 50n } }],
    transfers: [{ plan: { from: 8453, units: 10_001n }, route: { status: 'DONE' } }],
    books: { unjudged: [], deficits: [], balances: whole, ...change },
  } as unknown as RunFacts;
}
