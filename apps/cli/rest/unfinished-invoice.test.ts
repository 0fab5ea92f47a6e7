import type { Client, PassInvoice } from '@interline/client';
import { expect } from 'chai';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Purse, purseOf } from './purse.ts';
import { keptInvoices, unfinishedInvoices } from './unfinished-invoice.ts';

const url = 'https://svc.example';
const id = `inv_${'a'.repeat(32)}`;
const file = `${id}.invoice`;
const refundClaim = 'c'.repeat(64);
const refund = `interline route refund-address rt_1 <address> --claim ${refundClaim} --url ${url}`;
const monthMs = 2_592_000_000;

describe('an invoice of the purse whose deposit can go back', () => {
  const before = process.env['INTERLINE_PASSES'];
  let root: string;
  let purse: Purse;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'interline-invoices-'));
    process.env['INTERLINE_PASSES'] = root;
    purse = purseOf(url);
  });
  afterEach(async () => {
    if (before === undefined) delete process.env['INTERLINE_PASSES'];
    else process.env['INTERLINE_PASSES'] = before;
    await rm(root, { recursive: true });
  });

  /** What is listed once the service said that, and what is left in the purse. */
  const listedOn = async (
    state: PassInvoice['state'],
    refundTx: string | null,
  ): Promise<readonly [listed: readonly object[], files: readonly string[]]> => {
    // CAST: what is read of the answer.
    const client = { call: async () => ({ state, remaining: 0, refundTx }) } as unknown as Client;
    const found = await unfinishedInvoices(client, purse, url);
    return [
      found.map((one) => ({ state: one.state, refund: one.refund })),
      await readdir(purse.folder),
    ];
  };

  it('is listed with the command that names a refund address, until the refund was sent', async () => {
    await purse.invoices.keep(invoiceUntil(0));
    // What is read again comes without the claim.
    const { refundClaim: _told, ...again } = invoiceUntil(0);
    await purse.invoices.keep(again);

    expect(await listedOn('refunded', null)).to.deep.equal([
      [{ state: 'refunded', refund }],
      [file],
    ]);
    expect(await listedOn('confirming', null)).to.deep.equal([
      [{ state: 'confirming', refund }],
      [file],
    ]);
    expect(await listedOn('confirming', 'tx')).to.deep.equal([
      [{ state: 'confirming', refund: null }],
      [file],
    ]);
    expect(await listedOn('refunded', 'tx')).to.deep.equal([[], []]);
  });

  it('is kept as it was last read: shown without asking, a paid one still looked unpaid', async () => {
    await purse.invoices.keep(invoiceUntil(0));
    await listedOn('paid', null);

    const shown = await keptInvoices(purse, url);

    expect(shown.map(({ state, remaining }) => [state, remaining])).to.deep.equal([['paid', 0]]);
  });

  it('is set aside with its claim if it is used up, or nothing came for a month, and found there', async () => {
    const states = [
      ['exhausted', Date.now() + 60_000],
      ['expired', Date.now() - monthMs - 1],
    ] as const;
    for (const [state, expiresAt] of states) {
      await purse.invoices.keep(invoiceUntil(expiresAt));
      const seen = await listedOn(state, null);
      const kept = await readFile(join(purse.folder, `${file}.over`), 'utf8');
      const { refundClaim: _told, ...again } = invoiceUntil(expiresAt);

      expect(seen).to.deep.equal([[], [`${file}.over`]]);
      expect(JSON.parse(kept)).to.include({ id, routeId: 'rt_1', refundClaim });
      expect(await purse.invoices.keep(again)).to.include({ refundClaim });
    }
  });

  it('is forgotten as usual if nothing was deposited for it', async () => {
    const { refundClaim: _claim, routeId: _route, ...paid } = invoiceUntil(0);
    for (const state of ['exhausted', 'refunded', 'expired'] as const) {
      await purse.invoices.keep(paid);
      expect(await listedOn(state, null)).to.deep.equal([[], []]);
    }
  });
});

describe('invoices of the purse that are listed without asking the service', () => {
  it('are all shown as they were kept, and stay in the purse', async () => {
    const root = await mkdtemp(join(tmpdir(), 'interline-invoices-'));
    const before = process.env['INTERLINE_PASSES'];
    process.env['INTERLINE_PASSES'] = root;
    const purse = purseOf(url);
    if (before === undefined) delete process.env['INTERLINE_PASSES'];
    else process.env['INTERLINE_PASSES'] = before;
    await purse.invoices.keep({ ...invoiceUntil(0), state: 'paid', remaining: 7 });

    const shown = await keptInvoices(purse, url);

    expect(shown.map((one) => [one.id, one.state, one.remaining, one.refund])).to.deep.equal([
      [id, 'paid', 7, refund],
    ]);
    expect(await readdir(purse.folder)).to.deep.equal([file]);
    await rm(root, { recursive: true });
  });
});

function invoiceUntil(expiresAt: number): PassInvoice {
  return {
    ...{ id, expiresAt, state: 'open', bundle: 'bulk', bundles: 10, tokens: 250_000, usd: 100 },
    ...{ asset: 'btc', chainId: 'bitcoin', symbol: 'BTC', payTo: 'bc1q', amount: '168820' },
    ...{ uri: 'bitcoin:bc1q', confirmations: 1, note: '', routeId: 'rt_1', refundClaim },
  };
}
