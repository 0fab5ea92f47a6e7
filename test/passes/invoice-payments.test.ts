import { openStore, type Store } from '@interline/adapters/store';
import { rsaIssuer, type RsaIssuer } from '@interline/adapters/token-issuer';
import { type Invoice, neverByItself, quotaOf, stateOf } from '@interline/core/passes';
import { asUnits, evmChain } from '@interline/kernel';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { fastFolder } from '../support/fast-folder.ts';
import { base, type Invoices, invoicesOn, ScriptedPayments } from './invoices-on.ts';

const minuteMs = 60_000;
const hourMs = 3_600_000;
const startMs = 1_800_000_000_000;
/** A starter in ether, at 2,000 dollars. */
const price = 500_000_000_000_000n;

/** On a chain that does what the test says, with the clock in its hand. */
describe('what comes for an invoice', () => {
  let folder: string;
  let store: Store;
  let issuer: RsaIssuer;
  let payments: ScriptedPayments;
  let nowMs: number;
  /** What a sleeping caller waits for. */
  let pause: (ms: number) => Promise<void>;
  /** By how much the clock is wrong; the sure time follows it for an hour. */
  let aheadMs: number;
  let dollars: bigint;
  let invoices: Invoices;
  beforeEach(async () => {
    folder = mkdtempSync(join(fastFolder, 'interline-payments-'));
    store = await openStore({ file: join(folder, 'journal.db') });
    issuer = rsaIssuer({ secret: Buffer.alloc(32, 1), threads: 1 });
    payments = new ScriptedPayments(startMs / 1_000);
    nowMs = startMs;
    dollars = 2_000n;
    aheadMs = 0;
    pause = async () => undefined;
    const monotonic = (): number => nowMs;
    const now = (): number => nowMs + aheadMs;
    invoices = invoicesOn({
      store,
      issuer,
      payments,
      clock: { now, monotonic, sleep: (ms) => pause(ms), alarm: () => never },
      sureTime: { now: async () => nowMs + Math.min(aheadMs, hourMs) },
      dollars: () => dollars,
    });
  });
  afterEach(async () => {
    await issuer.close();
    await store.close();
    rmSync(folder, { recursive: true });
  });

  /** After so long, blocks are made in which the address holds so much. */
  const mine = (afterMs: number, blocks: number, held: Readonly<Record<string, bigint>> = {}) => {
    nowMs += afterMs;
    for (let block = 0; block < blocks; block += 1) payments.mine(nowMs / 1_000, held);
  };
  const look = async ({ id }: Invoice) => {
    nowMs += 2_000;
    const { invoice } = await invoices.readInvoice(id);
    return {
      state: stateOf(invoice, nowMs),
      quota: quotaOf(invoice),
      received: invoice.received,
      pending: invoice.pending,
    };
  };
  const starter = async (bundles = 1) =>
    (
      await invoices.openInvoice({
        bundle: 'starter',
        bundles,
        asset: 'eth-8453',
        client: 'one',
        presenter: 'client',
      })
    ).invoice;

  it('counts once it is as deep as its value asks for', async () => {
    const invoice = await starter();
    mine(minuteMs, 1, { [invoice.address]: price });
    const first = await look(invoice);
    mine(2_000, 1);
    const second = await look(invoice);

    expect(invoice.amount).to.equal(price);
    expect([first, second]).to.deep.equal([
      { state: 'confirming', quota: 0, received: 0n, pending: price },
      { state: 'paid', quota: 1_000, received: price, pending: 0n },
    ]);
  });

  it('must be deeper if more comes than was asked for', async () => {
    const invoice = await starter();
    mine(minuteMs, 2, { [invoice.address]: 20n * price });
    const shallow = await look(invoice);
    mine(2_000, 1);
    const deeper = await look(invoice);
    mine(2_000, 1);
    const deep = await look(invoice);

    expect([shallow.quota, deeper.quota, deep.quota]).to.deep.equal([0, 0, 20_000]);
  });

  it('pays for nothing below the price, and for whole bundles above it', async () => {
    const invoice = await starter(3);
    const seen: unknown[] = [];
    for (const held of [3n * price - 1n, 3n * price, 4n * price - 1n, 4n * price]) {
      mine(2_000, 4, { [invoice.address]: held });
      const { state, quota } = await look(invoice);
      seen.push([state, quota]);
    }

    expect(seen).to.deep.equal([
      ['underpaid', 0],
      ['paid', 3_000],
      ['paid', 3_000],
      ['paid', 4_000],
    ]);
  });

  it('is taken at the locked price for a day, whatever the market does and whether it was open', async () => {
    const invoice = await starter();
    dollars = 1_000n;
    mine(30 * minuteMs, 1);
    const expired = await look(invoice);
    mine(23 * hourMs, 4, { [invoice.address]: price });
    const paid = await look(invoice);

    expect([expired.state, paid.state, paid.quota]).to.deep.equal(['expired', 'paid', 1_000]);
  });

  it('is worth what the market says when it comes later than that', async () => {
    const invoice = await starter();
    mine(25 * hourMs, 4);
    await look(invoice);
    dollars = 1_000n;
    mine(minuteMs, 4, { [invoice.address]: price });
    const half = await look(invoice);
    mine(minuteMs, 4, { [invoice.address]: 2n * price });
    const whole = await look(invoice);

    expect([half.state, half.received, whole.state, whole.quota]).to.deep.equal([
      'underpaid',
      price,
      'paid',
      1_000,
    ]);
  });

  it('that came in time and was seen late does not lose by that', async () => {
    const invoice = await starter();
    mine(minuteMs, 4, { [invoice.address]: price });
    dollars = 1_000n;
    mine(48 * hourMs, 4);

    expect((await look(invoice)).state).to.equal('paid');
  });

  it('counts once, even if a reorg removes it and adds it again', async () => {
    const invoice = await starter();
    mine(minuteMs, 3, { [invoice.address]: price });
    await look(invoice);
    payments.drop(3);
    mine(2_000, 5);
    const gone = await look(invoice);
    mine(2_000, 5, { [invoice.address]: price });
    const back = await look(invoice);

    expect([gone.quota, gone.received, back.quota, back.received]).to.deep.equal([
      1_000,
      price,
      1_000,
      price,
    ]);
  });

  it('is not counted if a reorg takes it before it was deep enough', async () => {
    const invoice = await starter();
    mine(minuteMs, 1, { [invoice.address]: price });
    const seen = await look(invoice);
    payments.drop(1);
    mine(2_000, 3);
    const gone = await look(invoice);

    expect([seen.state, gone.state, gone.received]).to.deep.equal(['confirming', 'open', 0n]);
  });

  const claim = (invoiceId: string, blinded: readonly Uint8Array[], txHash: string | null = null) =>
    invoices.claimPasses({ invoiceId, blinded, seq: null, txHash, count: async () => undefined });

  it('is claimed again eleven times an hour with the same signatures, and then refused for a while', async () => {
    const invoice = await starter();
    mine(minuteMs, 4, { [invoice.address]: price });
    await look(invoice);
    const values = [2, 3].map((byte) => Buffer.alloc(256, byte));
    const texts: string[] = [];
    for (let n = 0; n <= 11; n += 1) {
      const { signatures } = await claim(invoice.id, values);
      texts.push(signatures.map((one) => Buffer.from(one).toString('hex')).join());
    }
    const refused: unknown = await claim(invoice.id, values).catch((error: unknown) => error);
    const fresh = await claim(invoice.id, [Buffer.alloc(256, 4)]);
    nowMs += hourMs;
    const later = await claim(invoice.id, values);

    expect(new Set(texts).size).to.equal(1);
    expect(refused).to.include({ code: 'RATE_LIMITED' });
    expect([fresh.issued, later.issued]).to.deep.equal([3, 3]);
  });

  it('is claimed again with the same signatures until its key is destroyed, whatever the clock showed at first', async () => {
    const dayMs = 24 * hourMs;
    const invoice = await starter();
    mine(minuteMs, 4, { [invoice.address]: price });
    await look(invoice);
    const blinded = Array.from({ length: 1_000 }, (_, at) => Buffer.alloc(256, `value ${at}`));
    const claim = () =>
      invoices
        .claimPasses({
          ...{ invoiceId: invoice.id, blinded, seq: null, txHash: null },
          count: async () => undefined,
        })
        .then(
          ({ signatures }) => signatures.length,
          (error: unknown) => (error as { code: string }).code, // CAST: refusals have codes.
        );
    const forget = () => invoices.duties.find(({ name }) => name === 'forget-claimed')?.run();
    const first = await claim();
    nowMs += 8 * dayMs;
    await forget();
    const repeated = await claim();
    await store.run('destroy', (tx) => tx.passes.destroyPassKey(1));
    const destroyed = await claim();
    await forget();

    expect([first, repeated, destroyed, await claim()]).to.deep.equal([
      1_000,
      1_000,
      'KEY_ROTATED',
      'QUOTA_EXCEEDED',
    ]);
  });

  it('pays for no signature of a claim in which a value appears twice, new or claimed before', async () => {
    const invoice = await starter();
    mine(minuteMs, 4, { [invoice.address]: price });
    await look(invoice);
    const [known, fresh] = [Buffer.alloc(256, 2), Buffer.alloc(256, 3)];
    await claim(invoice.id, [known]);
    const refused = await Promise.all(
      [
        [fresh, fresh],
        [known, fresh, known],
      ].map((values) => claim(invoice.id, values).catch((error: unknown) => error)),
    );
    const { issued, signatures } = await claim(invoice.id, [known, fresh]);

    for (const error of refused)
      expect(error).to.deep.include({ code: 'BAD_REQUEST', details: { field: 'blinded' } });
    expect([issued, signatures.length]).to.deep.equal([2, 2]);
  });

  it('is looked for until 26 hours after the end of its invoice, and later only if a client asks', async () => {
    const invoice = await starter();
    const nextLook = async () => (await store.reads.invoices.invoice(invoice.id))?.nextLookMs;
    const seen: unknown[] = [];
    for (const ms of [26.5 * hourMs - 2_000, 60_000]) {
      mine(ms, 4);
      await look(invoice);
      seen.push((await nextLook()) === neverByItself);
    }
    mine(100 * hourMs, 4, { [invoice.address]: price });
    await lookAtAll();
    const unasked = await store.reads.invoices.invoice(invoice.id);

    expect([seen, unasked?.received]).to.deep.equal([[false, true], 0n]);
    expect((await look(invoice)).state).to.equal('paid');
  });

  it('never came in 30 days: the invoice is forgotten, except for one that was paid unnoticed', async () => {
    const [unpaid, paid, young] = [await starter(), await starter(), await starter()];
    mine(40 * hourMs, 4);
    for (const one of [unpaid, paid]) await look(one);
    const read = (one: Invoice) => store.reads.invoices.invoice(one.id);
    const forget = async (ms: number): Promise<unknown> => {
      mine(ms, 4, { [paid.address]: price });
      await duty('forget-unpaid')?.run();
      return Promise.all([unpaid, paid, young].map(async (one) => (await read(one)) !== null));
    };
    const early = await forget(28 * 24 * hourMs);
    payments.dead.add(base);
    const unseen = await forget(24 * hourMs);
    payments.dead.clear();

    expect([early, unseen]).to.deep.equal([
      [true, true, true],
      [true, true, true],
    ]);
    // The third one is still to be looked at by itself.
    expect(await forget(minuteMs)).to.deep.equal([false, true, true]);
    expect((await read(paid))?.received).to.equal(price);
  });

  it('is waited for on ten invoices of a client at a time, and on others once one was paid', async () => {
    const opened: Invoice[] = [];
    for (let n = 0; n < 10; n += 1) opened.push(await starter());
    const refused: unknown = await starter().catch((error: unknown) => error);
    const [paid] = opened;
    if (paid === undefined) throw new Error('none was opened');
    mine(minuteMs, 4, { [paid.address]: price });
    await look(paid);
    await starter();
    const again: unknown = await starter().catch((error: unknown) => error);
    nowMs += 30 * minuteMs;

    expect(refused).to.include({ code: 'TOO_MANY_RECORDS' });
    expect(again).to.include({ code: 'TOO_MANY_RECORDS' });
    expect((await starter()).bundle).to.equal('starter');
  });

  it('is looked for and collected within two hours, though the clock was 400 days ahead for one look', async () => {
    const [paid, unpaid] = [await starter(), await starter()];
    mine(minuteMs, 4, { [paid.address]: price });
    aheadMs = 400 * 24 * hourMs;
    await lookAtAll();
    aheadMs = 0;
    mine(2 * hourMs, 4, { [unpaid.address]: price });
    await lookAtAll();
    const { invoices: kept } = store.reads;

    expect((await kept.invoice(unpaid.id))?.received).to.equal(price);
    expect((await kept.invoicesToCollect(base, nowMs, 9)).map(({ id }) => id)).to.have.members([
      paid.id,
      unpaid.id,
    ]);
  });

  it('is looked for in one look a second, at 100 addresses at most, however many ask', async () => {
    const all: Invoice[] = [];
    for (let n = 0; n < 150; n += 1)
      all.push(
        (
          await invoices.openInvoice({
            ...{ bundle: 'starter', bundles: 1, asset: 'eth-8453' },
            ...{ client: `client ${n}`, presenter: 'client' },
          })
        ).invoice,
      );
    const [before] = all;
    if (before === undefined) throw new Error('none was opened');
    await look(before);
    const lookedAt = async () =>
      (await Promise.all(all.map(({ id }) => store.reads.invoices.invoice(id)))).map(
        (kept) => kept?.block !== null,
      );
    const ask = () => Promise.all(all.slice(1).map(({ id }) => invoices.readInvoice(id)));
    await ask();
    const first = await lookedAt();
    const between = [payments.looks, payments.reads];
    // The invoice without a place is looked at with the next tick, and no other.
    await ask();

    expect(between).to.deep.equal([2, 101]);
    // Who asks last has a place as well as who asks first.
    expect(first.slice(101)).to.include(true);
    expect([payments.looks, payments.reads]).to.deep.equal([3, 150]);
  });

  it('is looked for once a second, and after a payment in any case', async () => {
    const { id } = await starter();
    const looks = async (isJustPaid: boolean) => {
      const before = payments.looks;
      await invoices.readInvoice(id, { isJustPaid });
      return payments.looks - before;
    };

    expect([await looks(false), await looks(false), await looks(true)]).to.deep.equal([1, 0, 1]);
  });

  it('is looked for at ticks of the clock, so that the wait of a caller does not reveal when another asked', async () => {
    const [asked, spied] = [await starter(), await starter()];
    const waits: number[] = [];
    pause = async (ms) => {
      waits.push(ms);
      nowMs += ms;
    };
    const readAt = async ({ id }: Invoice, afterMs: number) => {
      nowMs = startMs + afterMs;
      await invoices.readInvoice(id);
    };
    await readAt(asked, 5_300);
    await readAt(spied, 6_400);
    await readAt(spied, 10_400);

    expect(waits).to.deep.equal([700, 600, 600]);
  });

  it('is looked for automatically on 1,000 invoices of the private lane, and on any beyond them when a client asks', async () => {
    const opened: Invoice[] = [];
    for (let n = 0; n < 1_001; n += 1)
      opened.push(
        (
          await invoices.openInvoice({
            ...{ bundle: 'starter', bundles: 1, asset: 'eth-8453' },
            ...{ client: `lane_${n}`, presenter: 'lane' },
          })
        ).invoice,
      );
    const [last, beyond] = opened.slice(-2);
    if (last === undefined || beyond === undefined) throw new Error('none was opened');
    const unpaid = await look(beyond);
    const kept = await store.reads.invoices.invoice(beyond.id);
    mine(minuteMs, 4, { [beyond.address]: price });
    const paid = await look(beyond);

    expect([last.nextLookMs, beyond.nextLookMs, kept?.nextLookMs]).to.deep.equal([
      startMs + 10_000,
      neverByItself,
      neverByItself,
    ]);
    expect([unpaid.state, paid.state]).to.deep.equal(['open', 'paid']);
  });

  const arbitrum = evmChain(42_161);
  const ofElsewhere = (invoice: Invoice, count: number) =>
    store.run('insert', async (tx) => {
      for (let at = 0; at < count; at += 1)
        await tx.invoices.insertInvoice({
          ...invoice,
          id: `inv_${at}`,
          chain: arbitrum,
          nextLookMs: 0,
          held: asUnits(1n),
          nextCollectMs: 0,
        });
    });
  const duty = (name: string) => invoices.duties.find((one) => one.name === name);
  const lookAtAll = () => duty('look-at-invoices')?.run();

  it('is seen, although 500 invoices of a chain that does not answer are due before it', async () => {
    payments.chains = [base, arbitrum];
    payments.dead.add(arbitrum);
    const invoice = await starter();
    await ofElsewhere(invoice, 500);
    mine(minuteMs, 4, { [invoice.address]: price });
    await lookAtAll();
    const first = payments.reads;
    // Left alone for two seconds, then for four, and so on.
    for (let second = 0; second < 60; second += 2) {
      nowMs += 2_000;
      await lookAtAll();
    }
    const kept = await store.reads.invoices.invoice(invoice.id);

    expect([kept?.received, first]).to.deep.equal([price, 101]);
    expect(payments.reads - first).to.be.below(10 * 100);
  });

  it('is seen and claimed, although another chain was taken out of the config', async () => {
    const invoice = await starter();
    await ofElsewhere(invoice, 1);
    mine(minuteMs, 4, { [invoice.address]: price });
    await lookAtAll();
    await duty('collect-payments')
      ?.run()
      .catch((error: unknown) => error);
    const read = await invoices.readInvoice('inv_0');
    const txHash = `0x${'1'.repeat(64)}`;
    const refused = await claim('inv_0', [], txHash).catch((error: unknown) => error);

    expect((await store.reads.invoices.invoice(invoice.id))?.received).to.equal(price);
    expect([read.state, invoices.uriOf(read.invoice)]).to.deep.equal(['open', '']);
    expect(refused).to.include({ code: 'CHAIN_UNREACHABLE' });
  });
});

const never = { rang: new Promise<void>(() => undefined), cancel: () => undefined };
