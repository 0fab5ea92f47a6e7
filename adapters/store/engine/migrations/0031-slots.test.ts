import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asUnits } from '@interline/kernel';
import { expect } from 'chai';
import { DataSource } from 'typeorm';
import { readStore } from '../read-store.ts';
import { sqliteDialect } from '../sqlite-dialect.ts';

/** The last migration before the one that is looked at here. */
const before = 'ShallowPulls1763600000030';

const chain = 'eip155:8453';
const spender = '0x5e00000000000000000000000000000000000000';
const router = '0x7000000000000000000000000000000000000000';

const call = `{"to":"${router}","data":"0x7b","valueWei":{"$n":"5"},"gasLimit":{"$n":"100000"},"maxFeePerGas":{"$n":"10"},"maxPriorityFeePerGas":{"$n":"1"}}`;
const quote = `{"rail":"relay","fee":{"$n":"160"},"fronted":[{"chain":"${chain}","gas":{"$n":"200000"},"wei":{"$n":"9000"}}]}`;
const plan = `{"giveBackWei":{"$n":"70"},"steps":[{"kind":"payout","to":"wei","mostGasWei":{"$n":"21"},"giveBackWei":{"$n":"22"},"chargedWei":{"$n":"23"}},{"kind":"call","valueWei":{"$n":"24"}},{"kind":"track","ref":{"note":"its \\"wei\\": 1"}}]}`;
const place = `{"bundle":"b","position":0,"call":${call},"carried":null}`;
const permit = `{"owner":"${spender}","nonce":{"$n":"777"}}`;

const open = { route_id: 'rt_1', chain, account: spender, state: 'open' };

/** What stood in the columns and fields that have other names since. */
const rows = {
  nonce_lane: { chain, account: spender, next_nonce: 8, last_mined: 6, last_final: 5 },
  route: { id: 'rt_1', plan, quote, permit },
  intent: { digest: '0xd1', payer: spender, quote },
  effect: {
    ...open,
    ...{ id: 'ef_1', nonce: 7, gas_cost_wei: '31', fee_cap_wei: '32', batch: place },
  },
  envelope: { hash: '0xe1', effect_id: 'ef_1', chain, account: spender, nonce: 7, tx: call },
} as const satisfies Record<string, Record<string, string | number>>;

describe('a store that names slots, costs and fee rates after EVM accounts', () => {
  let folder: string;
  let file: string;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'interline-slots-'));
    file = join(folder, 'journal.db');
    await onStore(async (source) => {
      await goBack(source);
      for (const [table, row] of Object.entries(rows)) await insert(source, table, row);
    });
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('is read under the names of today once it was opened, to the last unit', async () => {
    await onStore(async (source) => {
      await source.runMigrations();
    });

    const seen = await readStore(sqliteDialect(file), async ({ transactions, transfers }) => ({
      account: (await transactions.accounts())[0],
      route: await transfers.route('rt_1'),
      transaction: await transactions.transaction('ef_1'),
      signed: (await transactions.signedTransactionsOf(['ef_1']))[0],
    }));

    expect(seen.account).to.include({ account: spender, nextSlot: 8, lastMined: 6, lastFinal: 5 });
    expect(seen.route?.plan).to.deep.equal({
      giveBackCost: 70n,
      steps: [
        { kind: 'payout', to: 'wei', mostGasCost: 21n, giveBackCost: 22n, charged: 23n },
        { kind: 'call', value: 24n },
        { kind: 'track', ref: { note: 'its "wei": 1' } },
      ],
    });
    expect(seen.route?.quote).to.deep.equal({
      ...{ rail: 'relay', fee: 160n, fronted: [{ chain, gas: 200_000n, coin: 9_000n }] },
    });
    // A permit's nonce is its own, and stays one.
    expect(seen.route?.permit).to.deep.equal({ owner: spender, nonce: 777n });
    expect(seen.transaction).to.deep.include({ slot: 7, gasCost: 31n, feeCap: 32n });
    expect(seen.transaction?.multicall?.call).to.deep.equal(today);
    expect(seen.signed).to.deep.include({ slot: 7, tx: today });
  });

  it('has the quotes of orders that were not signed yet, too', async () => {
    const [kept] = await onStore(async (source) => {
      await source.runMigrations();
      return source.query<{ quote: string }[]>('SELECT quote FROM intent');
    });

    expect(kept?.quote).to.equal(quote.replace('"wei"', '"coin"'));
  });

  it('keeps a slot for one transaction, and a displaced one may share it', async () => {
    const alone = { ...open, slot: 7 };
    const refusal = await onStore(async (source) => {
      await source.runMigrations();
      await insert(source, 'effect', { ...alone, id: 'ef_2', state: 'displaced' });
      await insert(source, 'effect', { ...alone, id: 'ef_3' });
      return insert(source, 'effect', { ...alone, id: 'ef_4' }).catch(String);
    });

    expect(refusal).to.contain('UNIQUE constraint failed: effect.chain, effect.account');
  });

  it('goes back to the names it had, byte by byte', async () => {
    const tables = Object.keys(rows);
    const was = await onStore((source) => contents(source, tables));
    await onStore(async (source) => {
      await source.runMigrations();
      await goBack(source);
    });

    expect(await onStore((source) => contents(source, tables))).to.deep.equal(was);
  });

  async function onStore<T>(work: (source: DataSource) => Promise<T>): Promise<T> {
    const source = await new DataSource(sqliteDialect(file).writer).initialize();
    try {
      return await work(source);
    } finally {
      await source.destroy();
    }
  }
});

const today = {
  ...{ to: router, data: '0x7b', value: asUnits(5n), gasLimit: 100_000n },
  ...{ maxFeeRate: 10n, tip: 1n },
};

async function goBack(source: DataSource): Promise<void> {
  await source.runMigrations();
  for (;;) {
    const [last] = await source.query<{ name: string }[]>(
      'SELECT name FROM migrations ORDER BY id DESC LIMIT 1',
    );
    if (last?.name === before) return;
    await source.undoLastMigration();
  }
}

/** A row with what a test says of it; columns that must have something get a filler. */
async function insert(
  source: DataSource,
  table: string,
  said: Readonly<Record<string, string | number>>,
): Promise<void> {
  const wanted = await source.query<{ name: string; type: string }[]>(
    `SELECT name, type FROM pragma_table_info('${table}') WHERE "notnull" = 1 AND dflt_value IS NULL`,
  );
  const fillers = wanted.map(({ name, type }) => [name, fillerOf(name, type)] as const);
  const row = { ...Object.fromEntries(fillers), ...said };
  const names = Object.keys(row);
  await source.query(
    `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
    Object.values(row),
  );
}

function fillerOf(name: string, type: string): string | number {
  if (name === 'refusals') return '[]';
  if (name === 'terms') return '{}';
  return type === 'text' || type.startsWith('varchar') ? 'x' : 0;
}

async function contents(source: DataSource, tables: readonly string[]): Promise<string> {
  const all = await Promise.all(tables.map((table) => source.query(`SELECT * FROM ${table}`)));
  return JSON.stringify(all);
}
