import { evmAddress, evmChain, nativeAddress, TokenList } from '@interline/kernel';
import { expect } from 'chai';
import * as fc from 'fast-check';
import type { Line } from './books-account.ts';
import type { Entry } from './entry.ts';
import { csvLine, exportColumns, exportEntries } from './export-entries.ts';
import { showStatement } from './show-statement.ts';
import { memoryBooks } from './testing/memory-books.ts';

const base = evmChain(8453);
const arbitrum = evmChain(42161);
const usdc = evmAddress(`0xc1${'0'.repeat(38)}`);
const tokens = new TokenList(
  [base, arbitrum].flatMap((chain) => [
    { chain, address: usdc, symbol: 'USDC', decimals: 6, asset: 'USD' },
    { chain, address: nativeAddress, symbol: 'ETH', decimals: 18, asset: 'ETH' },
  ]),
);
const friday = Date.parse('2027-01-15T23:59:59.999Z');

describe('a statement', () => {
  it("is profit and loss by UTC day, each amount at its day's price", async () => {
    const { statement } = await posted();

    const found = await statement({ by: 'day' });

    expect(found.rows.map(shown)).to.deep.equal([
      ['2027-01-15', 'fees', 80_000n, 80_000n],
      ['2027-01-15', 'gas', 10n ** 13n, 30_000n],
      ['2027-01-16', 'losses', 5_000_000n, 5_000_000n],
      ['2027-01-16', 'gas', 10n ** 13n, 40_000n],
    ]);
    expect(found.rows.map(({ kind, side, decimals }) => [kind, side, decimals])).to.deep.equal([
      ['fees', 'credit', 6],
      ['gas', 'debit', 18],
      ['losses', 'debit', 6],
      ['gas', 'debit', 18],
    ]);
    expect(found.groups).to.deep.equal([
      { group: '2027-01-15', profitMicroUsd: 50_000n, unpriced: 0 },
      { group: '2027-01-16', profitMicroUsd: -5_040_000n, unpriced: 0 },
    ]);
  });

  it('sums several days at the price of each, by chain or engine, and leaves other books out', async () => {
    const { statement } = await posted();

    const byChain = await statement({ by: 'chain' });
    const byEngine = await statement({ by: 'engine', engine: 'lifi' });

    expect(byChain.groups).to.deep.equal([
      { group: arbitrum, profitMicroUsd: -5_000_000n, unpriced: 0 },
      { group: base, profitMicroUsd: 10_000n, unpriced: 0 },
    ]);
    expect(byChain.rows.map(shown)).to.deep.include([base, 'gas', 2n * 10n ** 13n, 70_000n]);
    expect(byEngine.rows.map(shown)).to.deep.equal([['lifi', 'losses', 5_000_000n, 5_000_000n]]);
  });

  it('comes to the same profit by day, chain and engine, also of what came in and left again at another price', async () => {
    const { statement, books } = await posted();
    const eth = { chain: base, token: nativeAddress };
    for (const [atMs, units] of [
      [friday, 10n ** 15n],
      [friday + 3, -(10n ** 15n)],
    ] as const)
      await books.post(
        entry(`d${atMs}`, atMs, 'floatlane', [
          line('coin', units, eth),
          line('conversion', -units, eth),
        ]),
      );

    const profits: bigint[] = [];
    for (const by of ['day', 'chain', 'engine'] as const)
      profits.push(
        (await statement({ by })).groups.reduce((sum, one) => sum + one.profitMicroUsd, 0n),
      );

    // The coin came in at 3,000 USD and left at 4,000.
    expect(profits).to.deep.equal([-5_990_000n, -5_990_000n, -5_990_000n]);
  });

  it('says what has no price, and guesses none', async () => {
    const { statement } = await posted({ isPriced: false });

    const found = await statement({ by: 'day' });

    expect(found.rows.map(({ microUsd }) => microUsd)).to.deep.equal([null, null, null, null]);
    expect(found.groups.map(({ unpriced }) => unpriced)).to.deep.equal([2, 2]);
  });

  it('is of 366 days at most, and never of days in the wrong order', async () => {
    const { statement } = await posted();
    const refusal = async (fromDay: string, toDay: string): Promise<string> =>
      statement({ by: 'day', fromDay, toDay }).then(
        () => 'shown',
        (error: Error) => error.message,
      );

    expect(await refusal('2027-01-01', '2028-01-01')).to.equal('shown');
    expect(await refusal('2027-01-01', '2028-01-02')).to.contain('at most 365 days later');
    expect(await refusal('2027-01-02', '2027-01-01')).to.contain('must be the same day');
  });
});

describe('an export', () => {
  it('is a row for each line of each entry, a debit or a credit, whole entries on a page', async () => {
    const { books } = await posted();
    const page = { fromMs: 0, toMs: friday + 86_400_000, limit: 1 };

    const first = await exportEntries({ store: { reads: { books } }, tokens }, page);
    const second = await exportEntries(
      { store: { reads: { books } }, tokens },
      { ...page, ...(first.next === null ? {} : { after: first.next }) },
    );

    expect(first.rows.map((row) => [row.day, row.account, row.debit, row.credit])).to.deep.equal([
      ['2027-01-15', 'transit', '80000', ''],
      ['2027-01-15', 'fees', '', '80000'],
      ['2027-01-15', 'gas', '10000000000000', ''],
      ['2027-01-15', 'coin', '', '10000000000000'],
    ]);
    expect(second.rows[0]?.day).to.equal('2027-01-16');
    expect(Object.keys(first.rows[0] ?? {})).to.have.members([...exportColumns]);
  });

  it('lets no word of others run as a formula in a spreadsheet', () => {
    expect(csvLine(['=1+1', '+1', '-1', '@x', '\tx', 'a,b', 'a"b', 'a\nb', '12', ''])).to.equal(
      `'=1+1,'+1,'-1,'@x,'\tx,"a,b","a""b","a\nb",12,`,
    );
    fc.assert(
      fc.property(fc.string(), (field) => {
        const text = csvLine([field]).replace(/^"/, '');
        expect(/^[=+\-@\t\r\n]/.test(text)).to.equal(false);
      }),
    );
  });
});

async function posted({ isPriced = true } = {}) {
  const books = memoryBooks();
  const eth = { chain: base, token: nativeAddress };
  const gas = [line('gas', 10n ** 13n, eth), line('coin', -(10n ** 13n), eth)];
  await books.post(
    entry('a', friday, 'floatlane', [line('transit', 80_000n), line('fees', -80_000n), ...gas]),
  );
  await books.post(entry('b', friday + 1, 'floatlane', gas));
  const loss = { chain: arbitrum, token: usdc };
  await books.post(
    entry('c', friday + 2, 'lifi', [
      line('losses', 5_000_000n, loss),
      line('float', -5_000_000n, loss),
    ]),
  );
  for (const [day, microUsd] of isPriced
    ? ([
        ['2027-01-15', 3_000_000_000n],
        ['2027-01-16', 4_000_000_000n],
      ] as const)
    : []) {
    await books.keepDayPrice({ day, ...eth, microUsd, asOfMs: 1 });
    for (const chain of [base, arbitrum])
      await books.keepDayPrice({ day, chain, token: usdc, microUsd: 1_000_000n, asOfMs: 1 });
  }
  const store = {
    reads: { books },
    run: async <T>(_name: string, work: (tx: { readonly books: typeof books }) => Promise<T>) =>
      work({ books }),
  };
  return {
    books,
    statement: (question: Partial<Parameters<typeof showStatement>[1]>) =>
      showStatement(
        // CAST: the double-entry part of the books, which is all that a statement reads.
        { store: store as unknown as Parameters<typeof showStatement>[0]['store'], tokens },
        { fromDay: '2027-01-15', toDay: '2027-01-16', by: 'day', ...question },
      ),
  };
}

function line(
  kind: Line['kind'],
  units: bigint,
  { chain, token }: Pick<Line, 'chain' | 'token'> = { chain: base, token: usdc },
): Line {
  return { kind, chain, token, holder: '', units };
}

function entry(id: string, atMs: number, engine: string, lines: readonly Line[]): Entry {
  return {
    id,
    kind: 'payout',
    chain: base,
    block: 1,
    blockHash: '0x1',
    txHash: '0x2',
    logIndex: null,
    transactionId: id,
    owner: { kind: 'route', id: 'rt_1' },
    engine,
    reverses: null,
    lines,
    atMs,
  };
}

function shown({
  group,
  kind,
  units,
  microUsd,
}: Awaited<ReturnType<typeof showStatement>>['rows'][number]) {
  return [group, kind, units, microUsd];
}
