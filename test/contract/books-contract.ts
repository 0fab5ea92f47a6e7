import type { BookReads, BookWrites, Check, Entry, Line } from '@interline/core/books';
import { asUnits, type ChainRef } from '@interline/kernel';
import { expect } from 'chai';
import { rejection } from './store-rejection.ts';
import { base, optimism, spender, usdc } from './store-samples.ts';

type Skipped =
  'balance' | 'liabilities' | 'liability' | 'recordBalance' | 'putLiability' | 'clearLiability';

/** Double-entry books, wherever they are kept. */
export interface KeptBooks {
  readonly reads: Omit<BookReads, Skipped>;
  run<T>(work: (books: Omit<BookWrites, Skipped>) => Promise<T>): Promise<T>;
}

const morning = Date.parse('2027-01-15T08:00:00Z');
const nextDay = Date.parse('2027-01-16T00:00:00Z');
const large = 2n ** 255n;

/** What double-entry books must keep, in a database or in memory. */
export function booksContract(given: () => KeptBooks): void {
  const post = (one: Entry): Promise<boolean> => given().run((books) => books.post(one));

  describe('an entry', () => {
    it('comes back as it was posted, amounts of 256 bits included', async () => {
      const full = entry('ef_1/pull/0x1/0', {
        block: 7,
        blockHash: '0x1',
        txHash: '0x2',
        logIndex: 3,
        transactionId: 'ef_1',
        owner: { kind: 'route', id: 'rt_1' },
        engine: 'floatlane',
        lines: pulled(large),
      });
      const bare = entry('opening/1', { lines: pulled(1n), atMs: morning + 1 });

      await post(full);
      await post(bare);

      expect(await given().reads.entriesOf('rt_1')).to.deep.equal([full]);
      expect(await given().reads.entries(days(10))).to.deep.equal([full, bare]);
    });

    it('is posted once: posting it again changes nothing', async () => {
      const first = entry('ef_1/pull/0x1/0', { lines: pulled(5n) });

      const posted = [await post(first), await post({ ...first, lines: pulled(6n) })];

      expect(posted).to.deep.equal([true, false]);
      expect(await given().reads.entries(days(10))).to.deep.equal([first]);
    });

    it('that does not balance for each chain and token is refused, and undoes its unit', async () => {
      const [debit, credit] = [line('float', 5n), line('owed-to-payers', -5n)];
      const good = entry('good', { lines: pulled(1n) });
      const wrong = [
        [debit, { ...credit, units: -4n }],
        [debit, { ...credit, chain: optimism }],
        [debit, { ...credit, token: 'native' }],
      ];

      const refused = [];
      for (const lines of wrong)
        refused.push(
          await rejection(
            given().run(async (books) => {
              await books.post(good);
              await books.post(entry('wrong', { lines }));
            }),
          ),
        );

      expect(refused.map(({ name }) => name)).to.deep.equal([
        'RangeError',
        'RangeError',
        'RangeError',
      ]);
    });

    it('is found by its transaction, by the blocks above one, by time and in pages', async () => {
      const at = (id: string, block: number | null, owner: string, ms: number): Entry =>
        entry(id, {
          block,
          transactionId: `of_${id}`,
          owner: { kind: 'route', id: owner },
          engine: id === 'c' ? 'lifi' : 'floatlane',
          atMs: morning + ms,
          lines: pulled(1n),
        });
      const [a, b, c, d] = [
        at('a', 5, 'rt_1', 0),
        at('b', 6, 'rt_1', 0),
        at('c', 7, 'rt_2', 1),
        { ...at('d', null, 'rt_2', 2), chain: optimism },
      ];
      for (const one of [c, a, d, b]) await post(one);
      const { reads } = given();

      expect(await reads.entriesOfTransaction('rt_1', 'of_b')).to.deep.equal([b]);
      expect(await reads.entriesOfTransaction('rt_2', 'of_b')).to.deep.equal([]);
      expect(await reads.entriesAbove(base, 5)).to.deep.equal([b, c]);
      expect(await reads.entriesAbove(optimism, 0)).to.deep.equal([]);
      expect(await reads.entries(days(2))).to.deep.equal([a, b]);
      expect(await reads.entries({ ...days(2), after: { atMs: b.atMs, id: b.id } })).to.deep.equal([
        c,
        d,
      ]);
      expect(await reads.entries({ ...days(9), toMs: d.atMs })).to.deep.equal([a, b, c]);
      expect(await reads.entries({ ...days(9), chain: optimism })).to.deep.equal([d]);
      expect(await reads.entries({ ...days(9), engine: 'lifi' })).to.deep.equal([c]);
    });
  });

  describe('folding', () => {
    const first = entry('a', { engine: 'floatlane', lines: pulled(large) });
    const second = entry('b', { engine: 'floatlane', lines: pulled(2n), atMs: morning + 1 });
    const third = entry('c', { lines: pulled(4n), atMs: nextDay });

    it('adds entries to the running balances and to the totals of their UTC days, by engine', async () => {
      for (const one of [first, second, third]) await post(one);

      expect(await given().reads.unfolded(2)).to.deep.equal([first, second]);
      await given().run((books) => books.fold([first, second]));
      expect(await given().reads.unfolded(9)).to.deep.equal([third]);
      await given().run((books) => books.fold([third]));

      const { reads } = given();
      const float = line('float', large + 6n);
      expect(await reads.unfolded(9)).to.deep.equal([]);
      expect(await reads.runningBalances()).to.deep.equal([
        float,
        line('owed-to-payers', -large - 6n),
      ]);
      expect(await reads.runningBalances(optimism)).to.deep.equal([]);
      expect(await reads.dayTotals('2027-01-15', '2027-01-15')).to.deep.equal([
        { ...line('float', large + 2n), day: '2027-01-15', engine: 'floatlane' },
        { ...line('owed-to-payers', -large - 2n), day: '2027-01-15', engine: 'floatlane' },
      ]);
      expect(await reads.dayTotals('2027-01-16', '2027-01-20')).to.deep.equal([
        { ...line('float', 4n), day: '2027-01-16', engine: '' },
        { ...line('owed-to-payers', -4n), day: '2027-01-16', engine: '' },
      ]);
    });

    it('sums what payers gave for what was delivered, by UTC day, chain, token and engine', async () => {
      const served = (id: string, units: bigint, change: Partial<Entry> = {}): Entry =>
        entry(id, {
          kind: 'payout',
          engine: 'floatlane',
          lines: [line('owed-to-payers', units), line('conversion', -units)],
          ...change,
        });
      const undone = served('ef_3/payout/0x1/0', -3n, {
        kind: 'reversal',
        reverses: 'ef_3/payout/0x1/0',
        id: 'ef_3/payout/0x1/0/reversed',
      });
      const posted = [
        [first, served('ef_1/payout/0x1/0', large), served('ef_2/payout/0x1/0', 2n)],
        [undone, served('rt_2/delivered/0x2/0', 9n, { kind: 'delivered', engine: 'lifi' })],
        [served('ef_4/payout/0x1/0', 4n, { atMs: nextDay }), served('r', 7n, { kind: 'refund' })],
      ];
      for (const one of posted.flat()) await post(one);

      for (const some of posted) await given().run((books) => books.fold(some));

      const at = { chain: base, token: usdc };
      const { reads } = given();
      expect(await reads.dayVolumes('2027-01-15', '2027-01-15')).to.deep.equal([
        { ...at, day: '2027-01-15', engine: 'floatlane', units: large - 1n },
        { ...at, day: '2027-01-15', engine: 'lifi', units: 9n },
      ]);
      expect(await reads.dayVolumes('2027-01-16', '2027-01-20')).to.deep.equal([
        { ...at, day: '2027-01-16', engine: 'floatlane', units: 4n },
      ]);
    });

    it('counts no entry twice: a second fold of one undoes its unit', async () => {
      await post(first);
      await post(second);
      await given().run((books) => books.fold([first]));

      await rejection(given().run((books) => books.fold([first, second])));

      expect(await given().reads.runningBalances()).to.deep.equal([
        line('float', large),
        line('owed-to-payers', -large),
      ]);
    });
  });

  it("a day's price is the first that was kept", async () => {
    const price = { day: '2027-01-15', chain: base, token: usdc, microUsd: 999_900n, asOfMs: 5 };

    await given().run((books) => books.keepDayPrice(price));
    await given().run((books) => books.keepDayPrice({ ...price, microUsd: 1n, asOfMs: 6 }));
    await given().run((books) => books.keepDayPrice({ ...price, day: '2027-01-16' }));

    expect(await given().reads.dayPrices('2027-01-15', '2027-01-15')).to.deep.equal([price]);
    expect(await given().reads.dayPrices('2027-01-15', '2027-01-16')).to.have.length(2);
  });

  it('a check is the last one of its holding, and a deficit is found by its account until it is gone', async () => {
    const good: Check = {
      book: { chain: base, account: spender, token: usdc },
      units: asUnits(large),
      block: 9,
      blockHash: '0x9',
      deficit: asUnits(0n),
      appeared: null,
      goodBlock: 9,
      atMs: 1,
    };
    const bad: Check = {
      ...good,
      block: 12,
      blockHash: '0xc',
      deficit: asUnits(3n),
      appeared: { after: 9, by: 10, sinceMs: 2 },
      atMs: 2,
    };
    const put = (check: Check): Promise<void> => given().run((books) => books.putCheck(check));
    const seen = async () => [
      await given().reads.check(good.book),
      await given().reads.deficits(),
      await given().reads.deficitsOf(base, spender),
      await given().reads.deficitsOf(optimism, spender),
    ];

    expect(await given().reads.check(good.book)).to.equal(null);
    await put(good);
    const before = await seen();
    await put(bad);
    const during = await seen();
    await put(good);

    expect(before).to.deep.equal([good, [], [], []]);
    expect(during).to.deep.equal([bad, [bad], [bad], []]);
    expect(await seen()).to.deep.equal([good, [], [], []]);
    expect(await given().reads.checks()).to.deep.equal([good]);

    const other: Check = { ...good, book: { ...good.book, chain: optimism } };
    await put(other);
    await given().run((books) => books.forgetCheck(good.book));
    expect(await given().reads.checks()).to.deep.equal([other]);
  });
}

function days(limit: number) {
  return { fromMs: morning, toMs: nextDay + 86_400_000, limit };
}

function line(kind: Line['kind'], units: bigint, chain: ChainRef = base): Line {
  return { kind, chain, token: usdc, holder: kind === 'float' ? spender : '', units };
}

function pulled(units: bigint): readonly Line[] {
  return [line('float', units), line('owed-to-payers', -units)];
}

function entry(id: string, change: Partial<Entry>): Entry {
  return {
    id,
    kind: 'pull',
    chain: base,
    block: null,
    blockHash: null,
    txHash: null,
    logIndex: null,
    transactionId: null,
    owner: null,
    engine: null,
    reverses: null,
    lines: [],
    atMs: morning,
    ...change,
  };
}
