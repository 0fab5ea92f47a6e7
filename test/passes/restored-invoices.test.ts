import { openStore, type Store } from '@interline/adapters/store';
import { rsaIssuer, type RsaIssuer } from '@interline/adapters/token-issuer';
import { createClient } from '@interline/client';
import { startDevnet, type Devnet } from '@interline/devnet';
import type { Invoice } from '@interline/core/passes';
import { asUnits, evmAddress, neverMined, type Transaction, unplaced } from '@interline/kernel';
import { parts } from '@interline/server';
import { expect } from 'chai';
import { mkdtempSync, rmSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fastFolder } from '../support/fast-folder.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { mine } from '../support/mining.ts';
import { runInterline } from '../support/run-interline.ts';
import { until } from '../support/until.ts';
import { base, type Invoices, invoicesOn, ScriptedPayments, usdc } from './invoices-on.ts';

const startMs = 1_800_000_000_000;

describe('an invoice of a restored store', () => {
  let folder: string;
  let devnet: Devnet;
  let harness: Harness;
  before(async () => {
    folder = await mkdtemp(join(fastFolder, 'interline-restored-'));
    devnet = await startDevnet({ chainIds: [8453, 42161], port: 0 });
  });
  after(async () => {
    await harness.stop();
    await devnet.stop();
    await rm(folder, { recursive: true });
  });

  const start = async () => {
    harness = await startHarness({ devnet, dataDir: join(folder, 'data') });
  };
  const client = () => createClient({ baseUrl: harness.url, sendsRefusedOnce: true });
  const open = () =>
    client().call('POST /api/plus/invoice', { body: { bundle: 'bundle', asset: 'usdc-8453' } });
  const pay = async (to: string) => {
    const listed = devnet.chains.find(({ chainId }) => chainId === 8453);
    const token = listed?.tokens.find(({ symbol }) => symbol === 'USDC')?.address ?? '';
    await devnet.faucet({ chainId: 8453, token, to, amount: 3_000_000n });
  };
  const kept = async (id: string): Promise<Invoice> => {
    const invoice = await harness.container.get(parts.store).reads.invoices.invoice(id);
    if (invoice === null) throw new Error('there is no such invoice');
    return invoice;
  };
  const run = async (...names: readonly string[]) => {
    const { duties } = harness.container.get(parts.invoices);
    for (const name of names) await duties.find((one) => one.name === name)?.run();
  };
  const received = (id: string, units: bigint) =>
    until('a payment that counts', async () => {
      await run('look-at-invoices');
      return (await kept(id)).received === units;
    });
  const collected = (id: string) =>
    until(
      'a collection that is final',
      async () => {
        await run('look-at-invoices', 'collect-payments', 'settle-calls');
        await mine(devnet, 8453, 4);
        const { held, collection } = await kept(id);
        return held === 0n && collection === null;
      },
      300,
    );
  const unmatched = async (): Promise<readonly unknown[]> => {
    const { out } = await runInterline(['desk', '--url', harness.url, '--json'], {
      env: { INTERLINE_OPERATOR_TOKEN: harness.operatorToken },
    });
    // CAST: what --json prints.
    const { entries } = JSON.parse(out) as { entries: { kind: string }[] };
    return entries.filter(({ kind }) => kind === 'unmatched');
  };

  it('has what was collected from it after the backup, each payment once, and what comes later counts on', async () => {
    await start();
    const first = await open();
    await pay(first.payTo);
    await received(first.id, 3_000_000n);
    await collected(first.id);
    const unpaid = await open();
    const twice = await open();
    const counted = await open();
    await pay(counted.payTo);
    await received(counted.id, 3_000_000n);
    await harness.service.stop();
    await cp(join(folder, 'data'), join(folder, 'backup'), { recursive: true });
    await start();
    await pay(unpaid.payTo);
    await received(unpaid.id, 3_000_000n);
    for (const units of [3_000_000n, 6_000_000n]) {
      await pay(twice.payTo);
      await received(twice.id, units);
      await collected(twice.id);
    }
    for (const { id } of [unpaid, counted]) await collected(id);
    await harness.service.stop();
    await rm(join(folder, 'data'), { recursive: true });
    await cp(join(folder, 'backup'), join(folder, 'data'), { recursive: true });

    await start();
    // Deep enough to be final, and few blocks to search.
    await mine(devnet, 8453, 20);
    await until('what was collected', async () => {
      const [one, two, three] = await Promise.all(
        [unpaid, twice, counted].map(({ id }) => kept(id)),
      );
      return one?.received === 3_000_000n && two?.received === 6_000_000n && three?.held === 0n;
    });
    const all = await Promise.all([unpaid, twice, counted].map(({ id }) => kept(id)));
    const desk = await unmatched();
    const adopted = await runInterline(
      [
        ...['passes', 'adopt', unpaid.id, '--asset', 'usdc-8453', '--bundle', 'bundle'],
        ...['--reason', 'as the desk said', '--url', harness.url, '--json'],
      ],
      { env: { INTERLINE_OPERATOR_TOKEN: harness.operatorToken } },
    );
    await pay(counted.payTo);
    await received(counted.id, 6_000_000n);
    await collected(counted.id);
    const { tokens, state } = await client().call('GET /api/plus/invoice/{id}', {
      params: { id: counted.id },
    });

    expect(all.map((one) => [one.received, one.credited, one.held])).to.deep.equal([
      [3_000_000n, 3_000_000n, 0n],
      [6_000_000n, 6_000_000n, 0n],
      [3_000_000n, 3_000_000n, 0n],
    ]);
    expect(desk).to.deep.equal([]);
    expect(adopted.err).to.include('nothing of it waits on the desk');
    expect([state, tokens]).to.deep.equal(['paid', 10_000]);
  });
});

describe('a collection that a restored store found', () => {
  let folder: string;
  let store: Store;
  let issuer: RsaIssuer;
  let payments: ScriptedPayments;
  let head: number;
  let nowMs: number;
  let one: Invoices;
  let other: Invoices;
  beforeEach(async () => {
    folder = mkdtempSync(join(fastFolder, 'interline-found-'));
    store = await openStore({ file: join(folder, 'journal.db') });
    issuer = rsaIssuer({ secret: Buffer.alloc(32, 1), threads: 1 });
    payments = new ScriptedPayments(startMs / 1_000);
    head = 100;
    nowMs = startMs;
    const clock = {
      now: () => nowMs,
      monotonic: () => nowMs,
      sleep: async () => undefined,
      alarm: () => ({ rang: new Promise<void>(() => undefined), cancel: () => undefined }),
    };
    const scene = { store, issuer, payments, clock, head: () => head };
    one = invoicesOn(scene);
    other = invoicesOn(scene);
  });
  afterEach(async () => {
    await issuer.close();
    await store.close();
    rmSync(folder, { recursive: true });
  });

  const open = async (): Promise<Invoice> => {
    const asked = { bundle: 'bundle', bundles: 1, asset: 'usdc-8453', client: 'a' } as const;
    return (await one.openInvoice({ ...asked, presenter: 'client' })).invoice;
  };
  const kept = async ({ id }: Invoice): Promise<Invoice> => {
    const invoice = await store.reads.invoices.invoice(id);
    if (invoice === null) throw new Error('there is no such invoice');
    return invoice;
  };
  const change = (invoice: Invoice, to: Partial<Invoice>) =>
    store.run('change', async ({ invoices }) => {
      const now = await invoices.lockInvoice(invoice.id);
      if (now !== null) await invoices.changeInvoice(now, to);
    });
  const find = (
    { address, recipient }: Invoice,
    slot: number,
    kind: 'collection' | 'authorization' = 'collection',
  ) =>
    store.run('find', (tx) =>
      tx.transactions.putUnmatched({
        id: `${base}/0x${String(slot).padStart(64, '0')}/0`,
        kind,
        chain: base,
        account: recipient,
        slot,
        hash: `0x${String(slot).padStart(64, '0')}`,
        block: 90 + slot,
        atMs: startMs + slot,
        moved: [
          {
            token: usdc,
            from: kind === 'collection' ? address : evmAddress(`0x${'7'.repeat(40)}`),
            to: kind === 'collection' ? recipient : address,
            units: asUnits(3_000_000n),
          },
        ],
        spent: null,
        permit: null,
        sinceMs: startMs,
      }),
    );
  const count = (by: Invoices) => by.duties.find(({ name }) => name === 'count-collected')?.run();
  const left = async () =>
    (await store.reads.transactions.unmatchedTransactions())
      .filter(({ closed }) => closed === null)
      .map(({ slot }) => slot);
  const adopt = (by: Invoices, { id }: Invoice, asset: 'usdc-8453' | 'eth-8453' = 'usdc-8453') =>
    by.planAdoption(
      { id, asset, bundle: 'bundle', bundles: 1, issued: 0, amount: null },
      new AbortController().signal,
    );

  it('counts once, however many processes find it at once', async () => {
    const invoice = await open();
    await find(invoice, 1);

    await Promise.all([count(one), count(other), count(one), count(other)]);
    await count(one);
    const { received, credited, held, block, blockAtMs } = await kept(invoice);

    expect({ received, credited, held, block, blockAtMs }).to.deep.equal({
      received: 3_000_000n,
      credited: 3_000_000n,
      held: 0n,
      block: 91,
      blockAtMs: startMs + 1,
    });
    expect(await left()).to.deep.equal([]);
  });

  it('is off what was counted before, and only what that does not cover counts', async () => {
    const invoice = await open();
    await change(invoice, {
      received: asUnits(4_000_000n),
      credited: asUnits(4_000_000n),
      held: asUnits(4_000_000n),
    });
    await find(invoice, 1);
    await count(one);
    const first = await kept(invoice);
    await find(invoice, 2);
    await count(other);
    const second = await kept(invoice);

    expect([first, second].map(({ received, held }) => [received, held])).to.deep.equal([
      [4_000_000n, 1_000_000n],
      [6_000_000n, 0n],
    ]);
  });

  it('waits until no reorg can take it, and by no order counts before', async () => {
    const invoice = await open();
    await find(invoice, 8);
    await count(one);
    const refused = await adopt(one, invoice).catch((error: unknown) => String(error));
    head = 101;
    await count(one);

    expect(refused).to.include('not final yet');
    expect((await kept(invoice)).received).to.equal(3_000_000n);
  });

  it('waits while a collection is under way, whose money the invoice still holds', async () => {
    const invoice = await open();
    const all = asUnits(3_000_000n);
    const collection = { id: 'col_1', units: all };
    await change(invoice, { received: all, credited: all, held: all, collection });
    await find(invoice, 1);
    await count(one);
    const [between, waits] = [await kept(invoice), await left()];
    await change(invoice, { collection: null, held: asUnits(0n) });
    await count(one);

    expect([between.held, waits]).to.deep.equal([3_000_000n, [1]]);
    expect((await kept(invoice)).received).to.equal(6_000_000n);
  });

  it('is also counted by an order, which shows the result before, and leaves nothing for a second one', async () => {
    const invoice = await open();
    await find(invoice, 1);
    const planned = await adopt(one, invoice);
    await count(one);
    const late = await store.run('adopt', ({ invoices }) =>
      invoices.changeInvoice(planned.known ?? invoice, planned.invoice),
    );
    const again = await adopt(one, invoice).catch((error: unknown) => String(error));

    expect([planned.invoice.received, planned.paysFor]).to.deep.equal([3_000_000n, 5_000]);
    expect(late).to.equal(false);
    expect(again).to.include('nothing of it waits on the desk');
  });

  it('leaves the desk if it is a payment that was signed for, which counts at its address', async () => {
    const invoice = await open();
    await find(invoice, 1, 'authorization');
    await count(one);

    expect([(await kept(invoice)).received, await left()]).to.deep.equal([0n, []]);
  });

  it('stays on the desk if no invoice of the store has its address', async () => {
    const invoice = await open();
    await find({ ...invoice, address: evmAddress(`0x${'6'.repeat(40)}`) }, 1);
    await count(one);

    expect(await left()).to.deep.equal([1]);
  });

  describe('whose transaction of the store another one has displaced', () => {
    const sent = (invoice: Invoice, slot: number): Transaction => ({
      id: `ef_${slot}`,
      owner: { kind: 'invoice', id: 'col_1' },
      step: 0,
      chain: base,
      role: 'spender',
      account: invoice.recipient,
      slot,
      purpose: 'call',
      expects: null,
      ...neverMined,
      state: 'displaced',
      createdAtMs: startMs,
      multicall: null,
    });
    const underWay = async (slot: number): Promise<Invoice> => {
      const invoice = await open();
      const all = asUnits(3_000_000n);
      const collection = { id: 'col_1', units: all };
      await change(invoice, { received: all, credited: all, held: all, collection });
      await store.run('sent', (tx) => tx.transactions.insertTransaction(sent(invoice, slot)));
      return invoice;
    };
    const settle = () => one.duties.find(({ name }) => name === 'settle-calls')?.run();
    const after = async (invoice: Invoice, end: Partial<Transaction>) => {
      await store.run('end', (tx) => tx.transactions.moveTransaction('ef_7', 'displaced', end));
      await settle();
      const { held, collection } = await kept(invoice);
      return [held, collection];
    };

    it('waits for its end, and was collected if it is found in another form', async () => {
      const invoice = await underWay(7);
      await settle();
      const between = await kept(invoice);

      expect([between.held, between.collection?.id]).to.deep.equal([3_000_000n, 'col_1']);
      expect(await after(invoice, { state: 'mined', isFinal: true })).to.deep.equal([0n, null]);
    });

    it('tries again once that is final', async () => {
      const invoice = await underWay(7);

      expect(await after(invoice, { isFinal: true })).to.deep.equal([3_000_000n, null]);
    });

    it('tries again at once if it had no slot yet', async () => {
      const invoice = await underWay(unplaced);
      await settle();
      const { held, collection } = await kept(invoice);

      expect([held, collection]).to.deep.equal([3_000_000n, null]);
    });
  });
});
