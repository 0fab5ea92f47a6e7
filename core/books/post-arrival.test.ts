import { asUnits, evmAddress, evmChain } from '@interline/kernel';
import { expect } from 'chai';
import type { Entry } from './entry.ts';
import { balancesOf } from './fold-entries.ts';
import { judgeHolding } from './judge-holding.ts';
import { postArrival } from './post-arrival.ts';
import { givenBackEntry } from './route-lines.ts';
import type { Check } from './repository.ts';
import { memoryBooks } from './testing/memory-books.ts';

const base = evmChain(8453);
const spender = evmAddress(`0x5e${'0'.repeat(38)}`);
const usdc = evmAddress(`0xc1${'0'.repeat(38)}`);
const book = { chain: base, account: spender, token: usdc };
const good: Check = {
  book,
  units: asUnits(0n),
  block: 10,
  blockHash: '0xa',
  deficit: asUnits(0n),
  appeared: null,
  goodBlock: 10,
  atMs: 1,
};

describe('what an engine gives back', () => {
  it('is taken from unclaimed where the account was judged after it came, so that it counts once', async () => {
    const books = memoryBooks();
    await books.post(surplusAt(12, 500n));
    await books.putCheck({ ...good, block: 12, goodBlock: 12 });

    await postArrival(books, givenBackAt(11, 500n));

    expect(await held(books)).to.deep.equal({ transit: 500n, unclaimed: 0n, owed: -500n });
  });

  it('is new where it came in a block after the last judgement', async () => {
    const books = memoryBooks();
    await books.putCheck({ ...good, block: 12, goodBlock: 12 });

    await postArrival(books, givenBackAt(13, 500n));

    expect(await held(books)).to.deep.equal({ transit: 500n, unclaimed: 0n, owed: -500n });
  });

  it('is taken from unclaimed as far as there is any, and the rest is new', async () => {
    const books = memoryBooks();
    await books.post(surplusAt(12, 499n));
    await books.putCheck({ ...good, block: 12, goodBlock: 12 });

    await postArrival(books, givenBackAt(11, 500n));

    expect(await held(books)).to.deep.equal({ transit: 500n, unclaimed: 0n, owed: -500n });
  });
});

function surplusAt(block: number, units: bigint): Entry {
  const judged = judgeHolding({
    book,
    role: 'spender',
    block,
    blockHash: '0xc',
    byChain: units,
    byBooks: 0n,
    last: good,
    adjustable: 0n,
    before: units,
    pulled: 0n,
    atMs: 2,
  });
  if (judged.kind !== 'balanced' || judged.posts === null) throw new Error('no surplus');
  return judged.posts;
}

function givenBackAt(block: number, units: bigint): Entry {
  const source = { chain: base, token: usdc };
  const route = { id: 'rt_1', source, credited: 600n, fee: 100n, engine: 'lifi' };
  const toUs = { account: spender, block };
  const entry = givenBackEntry(route, { hash: '0xb', logIndex: 1, units, toUs, atMs: 3 });
  if (entry === null) throw new Error('nothing came back');
  return entry;
}

async function held(books: ReturnType<typeof memoryBooks>) {
  const lines = [...(await balancesOf(books, null)).values()];
  const of = (kind: string): bigint => lines.find((one) => one.kind === kind)?.units ?? 0n;
  return { transit: of('transit'), unclaimed: of('unclaimed'), owed: of('owed-by-engines') };
}
