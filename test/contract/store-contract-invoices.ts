import { type Invoice, neverByItself } from '@interline/core/passes';
import { asUnits, evmAddress, evmChain, noUnits } from '@interline/kernel';
import type { ContractStore } from './contract-store.ts';
import { expect } from 'chai';

export function storeInvoices(given: () => ContractStore): void {
  const insert = (one: Invoice): Promise<void> =>
    given().run('insert', (tx) => tx.invoices.insertInvoice(one));

  describe('an invoice', () => {
    it('comes back whole, and nothing under another id', async () => {
      const collected = { ...invoice('a'), collection: { id: 'col_1', units: asUnits(5n) } };
      await insert(collected);

      expect(await given().reads.invoices.invoice('a')).to.deep.equal(collected);
      expect(await given().reads.invoices.invoice('b')).to.equal(null);
      expect(await given().reads.invoices.invoiceOfCollection('col_1')).to.deep.equal(collected);
      expect(await given().reads.invoices.invoiceOfCollection('col_2')).to.equal(null);
      expect(await given().reads.invoices.invoicesUnderCollection()).to.deep.equal([collected]);
    });

    it('is found by the address that its asset is paid at', async () => {
      await insert(invoice('a'));
      const { chain, token, address } = invoice('a');
      const { invoices } = given().reads;
      const found = [
        await invoices.invoiceAt(chain, token, address),
        await invoices.invoiceAt(evmChain(1), token, address),
        await invoices.invoiceAt(chain, `${token}0`, address),
        await invoices.invoiceAt(chain, token, evmAddress(`0x${'9'.repeat(40)}`)),
      ];

      expect(found).to.deep.equal([invoice('a'), null, null, null]);
    });

    it('has unclaimed passes while something came and the last one was not issued', async () => {
      const came = { received: asUnits(7n) };
      await insert({ ...invoice('a'), ...came });
      await insert({ ...invoice('b'), received: noUnits });
      await insert({ ...invoice('c'), ...came, exhaustedAtMs: 5 });

      const unclaimed = await given().reads.invoices.unclaimedInvoices();

      expect(unclaimed.map(({ id }) => id)).to.deep.equal(['a']);
    });

    it('is changed by the one of many that read it last', async () => {
      await insert(invoice('a'));
      const changed = await Promise.all(
        Array.from({ length: 8 }, (_, issued) =>
          given().run('change', (tx) => tx.invoices.changeInvoice(invoice('a'), { issued })),
        ),
      );
      const kept = await given().reads.invoices.invoice('a');

      expect(changed.filter((isChanged) => isChanged)).to.deep.equal([true]);
      expect(kept).to.deep.equal({ ...invoice('a'), version: 2, issued: changed.indexOf(true) });
    });

    it('is looked at and collected from when it is due, the longest due of its chain first', async () => {
      await insert({ ...invoice('a'), nextLookMs: 30, nextCollectMs: 10 });
      await insert({ ...invoice('b'), nextLookMs: 10 });
      await insert({ ...invoice('c'), nextLookMs: 20, nextCollectMs: 11 });
      const collection = { id: 'col_1', units: asUnits(1n) };
      await insert({ ...invoice('d'), nextLookMs: 1, collection });
      await insert({
        ...invoice('e'),
        chain: evmChain(1),
        nextLookMs: 5,
        nextCollectMs: 5,
      });
      const base = evmChain(8_453);
      const idsOf = (all: readonly Invoice[]) => all.map(({ id }) => id);
      const { invoices } = given().reads;

      expect([
        idsOf(await invoices.invoicesToLookAt(base, 20, 9)),
        idsOf(await invoices.invoicesToLookAt(base, 30, 2)),
        idsOf(await invoices.invoicesToCollect(base, 10, 9)),
        idsOf(await invoices.invoicesToCollect(base, 11, 9)),
      ]).to.deep.equal([['b', 'c'], ['b', 'c'], ['a'], ['a', 'c']]);
    });
  });

  describe('unpaid invoices', () => {
    it('are found by their age if no payment came, and are forgotten one by one', async () => {
      const none = { received: noUnits, pending: noUnits, nextLookMs: neverByItself };
      await insert({ ...invoice('a'), ...none });
      await insert({ ...invoice('b'), ...none, createdAtMs: 2 });
      await insert({ ...invoice('c'), ...none, received: asUnits(1n) });
      await insert({ ...invoice('d'), ...none, pending: asUnits(1n) });
      await insert({ ...invoice('e'), ...none, nextLookMs: 5 });
      await insert({ ...invoice('f'), ...none, routeId: 'rt_1' });
      await insert({ ...invoice('g'), ...none, authorizationId: 'pay_1' });
      await insert({ ...invoice('h'), ...none, chain: evmChain(1) });
      const { invoices } = given().reads;
      const found = async (madeByMs: number, limit: number) =>
        (await invoices.unpaidInvoices(evmChain(8_453), madeByMs, limit)).map(({ id }) => id);
      const before = [await found(1, 9), await found(2, 9), await found(2, 1)];
      await given().run('forget', (tx) => tx.invoices.forgetInvoice('a'));

      expect(before).to.deep.equal([['a'], ['a', 'b'], ['a']]);
      expect(await found(2, 9)).to.deep.equal(['b']);
      expect(await invoices.invoice('a')).to.equal(null);
    });
  });

  describe('invoices that one payer signed for', () => {
    it('are found by that payer, the newest first', async () => {
      const payer = evmAddress(`0x${'2'.repeat(40)}`);
      await insert({ ...invoice('a'), authorizedBy: payer, createdAtMs: 1 });
      await insert({ ...invoice('b'), authorizedBy: payer, createdAtMs: 2 });
      await insert({ ...invoice('c'), authorizedBy: evmAddress(`0x${'3'.repeat(40)}`) });
      await insert(invoice('d'));
      const found = async (limit: number) =>
        (await given().reads.invoices.invoicesAuthorizedBy(payer, limit)).map(({ id }) => id);

      expect([await found(9), await found(1)]).to.deep.equal([['b', 'a'], ['b']]);
    });
  });

  describe('what was claimed on an invoice', () => {
    const values = Array.from({ length: 120 }, (_, at) => `v${at}`);

    it('is kept with the first key that it was claimed under, on that invoice alone', async () => {
      await insert(invoice('a'));
      await insert(invoice('b'));
      await given().run('claim', async (tx) => {
        await tx.invoices.insertClaimed('a', values.slice(0, 101), 1);
        await tx.invoices.insertClaimed('a', values.slice(100), 2);
      });
      const among = (id: string, some: readonly string[]) =>
        given().run('look', async (tx) =>
          (await tx.invoices.claimedAmong(id, some)).map(({ value, seq }) => `${value}/${seq}`),
        );
      const all = await among('a', values);

      expect([all.length, await among('b', values), await among('a', [])]).to.deep.equal([
        120,
        [],
        [],
      ]);
      expect(new Set(all).size).to.equal(120);
      expect((await among('a', ['v100', 'v101', 'x'])).toSorted()).to.deep.equal([
        'v100/1',
        'v101/2',
      ]);
    });

    it('is forgotten through the key that is named, once no pass is left of the invoice', async () => {
      await insert({ ...invoice('a'), exhaustedAtMs: 10 });
      await insert(invoice('b'));
      const places: unknown[] = [];
      const left = await given().run('forget', async (tx) => {
        for (const id of ['a', 'b'])
          for (const seq of [1, 2, 3]) await tx.invoices.insertClaimed(id, [`v${seq}`], seq);
        const first = await tx.invoices.forgetClaimed(2, { after: null, most: 1 });
        const part = await tx.invoices.claimedAmong('a', ['v1', 'v2', 'v3']);
        places.push(first, part.length);
        places.push(await tx.invoices.forgetClaimed(2, { after: first, most: 10 }));
        const some = ['v1', 'v2', 'v3'];
        return Promise.all(['a', 'b'].map((id) => tx.invoices.claimedAmong(id, some)));
      });

      expect(left.map((one) => one.map(({ seq }) => seq).toSorted())).to.deep.equal([
        [3],
        [1, 2, 3],
      ]);
      expect(places[0]).to.include({ invoiceId: 'a', value: 'v1' });
      expect(places.slice(1)).to.deep.equal([2, null]);
    });
  });
}

function invoice(id: string): Invoice {
  const account = evmAddress(`0x${'1'.repeat(40)}`);
  const units = asUnits(2n ** 200n);
  return {
    id,
    version: 1,
    bundle: 'bulk',
    bundles: 2,
    asset: 'eth-8453',
    chain: evmChain(8_453),
    token: 'native',
    address: account,
    collector: account,
    recipient: account,
    amount: units,
    confirmations: 2,
    createdAtMs: 1,
    expiresAtMs: 2,
    pending: units,
    received: units,
    credited: units,
    held: units,
    block: null,
    blockAtMs: 3,
    collection: null,
    routeId: null,
    authorizationId: null,
    authorizedBy: null,
    issued: 0,
    exhaustedAtMs: null,
    nextLookMs: 4,
    nextCollectMs: null,
    collectTries: 0,
    txs: ['0x1'],
  };
}
