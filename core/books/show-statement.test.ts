import { evmAddress, evmChain, nativeAddress, TokenList } from '@interline/kernel';
import { expect } from 'chai';
import * as fc from 'fast-check';
import type { Line } from './books-account.ts';
import { type Entry, reversalOf } from './entry.ts';
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
      { group: '2027-01-15', profitMicroUsd: 50_000n, volumeMicroUsd: 0n, unpriced: 0 },
      { group: '2027-01-16', profitMicroUsd: -5_040_000n, volumeMicroUsd: 0n, unpriced: 0 },
    ]);
  });

  it('sums several days at the price of each, by chain or engine, and leaves other books out', async () => {
    const { statement } = await posted();

    const byChain = await statement({ by: 'chain' });
    const byEngine = await statement({ by: 'engine', engine: 'lifi' });

    expect(byChain.groups).to.deep.equal([
      { group: '42161', profitMicroUsd: -5_000_000n, volumeMicroUsd: 0n, unpriced: 0 },
      { group: '8453', profitMicroUsd: 10_000n, volumeMicroUsd: 0n, unpriced: 0 },
    ]);
    expect(byChain.rows.map(shown)).to.deep.include(['8453', 'gas', 2n * 10n ** 13n, 70_000n]);
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
    const totals: unknown[] = [];
    for (const by of ['day', 'chain', 'engine'] as const) {
      const { groups, total } = await statement({ by });
      profits.push(groups.reduce((sum, one) => sum + one.profitMicroUsd, 0n));
      totals.push(total);
    }

    // The coin came in at 3,000 USD and left at 4,000.
    expect(profits).to.deep.equal([-5_990_000n, -5_990_000n, -5_990_000n]);
    expect(totals).to.deep.equal(
      profits.map((profitMicroUsd) => ({ profitMicroUsd, volumeMicroUsd: 0n, unpriced: 0 })),
    );
  });

  it('earns no chain anything by money that left another: a conversion is a group of its own', async () => {
    const { statement, books } = await posted();
    const far = { chain: arbitrum, token: usdc };
    await books.post(
      entry('d', friday, 'floatlane', [
        line('transit', 2_500_000_000n),
        line('conversion', -2_500_000_000n),
        line('float', -2_499_000_000n, far),
        line('conversion', 2_499_000_000n, far),
      ]),
    );

    const byChain = await statement({ by: 'chain' });
    const oneChain = await statement({ by: 'day', chain: base });

    expect(byChain.groups).to.deep.equal([
      { group: '42161', profitMicroUsd: -5_000_000n, volumeMicroUsd: 0n, unpriced: 0 },
      { group: '8453', profitMicroUsd: 10_000n, volumeMicroUsd: 0n, unpriced: 0 },
      { group: 'conversion', profitMicroUsd: 1_000_000n, volumeMicroUsd: 0n, unpriced: 0 },
    ]);
    expect(oneChain.total).to.deep.equal({
      profitMicroUsd: 10_000n,
      volumeMicroUsd: 0n,
      unpriced: 0,
    });
  });

  it('has what payers gave on each day, in the chain that they gave it on, and what has no price beside it', async () => {
    const { statement, books } = await posted();
    const served = (id: string, atMs: number, units: bigint, token: string = usdc): Entry =>
      entry(id, atMs, 'floatlane', [
        line('owed-to-payers', units, { chain: base, token }),
        line('conversion', -units, { chain: base, token }),
      ]);
    await books.post(served('d', friday, 250_000_000n));
    await books.post(served('e', friday + 1, 40_000_000n));
    await books.post(
      reversalOf({ ...served('ef_1/payout/0x1/0', friday + 1, 10_000_000n) }, friday + 1),
    );
    await books.post(served('f', friday + 1, 5n, 'a token without a price'));

    const volumes = [];
    for (const by of ['day', 'chain', 'engine'] as const) {
      const { groups, total } = await statement({ by });
      volumes.push([
        ...[...groups, { ...total, group: 'total' }]
          .filter(({ volumeMicroUsd }) => volumeMicroUsd !== 0n)
          .map(({ group, volumeMicroUsd }) => [group, volumeMicroUsd]),
      ]);
    }
    const elsewhere = await statement({ by: 'day', chain: arbitrum });

    expect(volumes).to.deep.equal([
      [
        ['2027-01-15', 250_000_000n],
        ['2027-01-16', 30_000_000n],
        ['total', 280_000_000n],
      ],
      [
        ['8453', 280_000_000n],
        ['total', 280_000_000n],
      ],
      [
        ['floatlane', 280_000_000n],
        ['total', 280_000_000n],
      ],
    ]);
    expect((await statement({ by: 'day' })).total.unpriced).to.equal(2);
    expect(elsewhere.total.volumeMicroUsd).to.equal(0n);
  });

  it('leaves out float of our own that was moved between chains', async () => {
    const { statement, books } = await posted();
    const far = { chain: arbitrum, token: usdc };
    await books.post(
      entry('d', friday, 'lifi', [
        line('owed-by-engines', -2_500_000_000n),
        line('moved', 2_498_231_034n),
        line('rail-costs', 1_768_966n),
        line('float', 2_498_231_034n, far),
        line('moved', -2_498_231_034n, far),
      ]),
    );

    const found = await statement({ by: 'chain' });

    expect(found.rows.map(({ kind }) => kind)).not.to.include('moved');
    expect(found.groups).to.deep.equal([
      { group: '42161', profitMicroUsd: -5_000_000n, volumeMicroUsd: 0n, unpriced: 0 },
      { group: '8453', profitMicroUsd: -1_758_966n, volumeMicroUsd: 0n, unpriced: 0 },
    ]);
  });

  it('counts the days that have a price, and says how many amounts have none', async () => {
    const { statement, books } = await posted();
    const eth = { chain: base, token: nativeAddress };
    const unpriced = Date.parse('2027-01-17T12:00:00Z');
    await books.post(
      entry('d', unpriced, 'floatlane', [
        line('gas', 10n ** 13n, eth),
        line('coin', -(10n ** 13n), eth),
      ]),
    );

    const answers = [];
    for (const by of ['day', 'chain', 'engine'] as const)
      answers.push(await statement({ by, toDay: '2027-01-17' }));

    expect(answers.map(({ total }) => total)).to.deep.equal(
      Array.from({ length: 3 }, () => ({
        profitMicroUsd: -4_990_000n,
        volumeMicroUsd: 0n,
        unpriced: 1,
      })),
    );
    expect(answers[1]?.rows.map(shown)).to.deep.include(['8453', 'gas', 3n * 10n ** 13n, null]);
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
    expect(csvLine(['=1+1', '+1', '-x', '@x', '\tx', 'a,b', 'a"b', 'a\nb', '12', ''])).to.equal(
      `'=1+1,'+1,'-x,'@x,'\tx,"a,b","a""b","a\nb",12,`,
    );
    fc.assert(
      fc.property(fc.string(), (field) => {
        const text = csvLine([field]).replace(/^"/, '');
        expect(/^[=+\-@\t\r\n]/.test(text) && Number.isNaN(Number(field))).to.equal(false);
      }),
    );
  });

  it('keeps a number a number, below zero too', () => {
    expect(csvLine(['-1', '-12.500000', '7', '-1+1', '--1'])).to.equal(
      "-1,-12.500000,7,'-1+1,'--1",
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
