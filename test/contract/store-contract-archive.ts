import type { Writes } from '@interline/core';
import {
  type ExportPage,
  type OwnRoutePlace,
  type PagePlace,
  PermitTaken,
  type Route,
  StaleRoute,
} from '@interline/core/transfer';
import { asUnits, type Hex, routeOwner, type Transaction } from '@interline/kernel';
import { expect } from 'chai';
import type { ContractStore } from './contract-store.ts';
import { hook } from './hook-scene.ts';
import { rejection } from './store-rejection.ts';
import {
  base,
  gasBook,
  permit,
  payer,
  reservation,
  route,
  signedTransaction,
  spender,
  transaction,
  usdc,
} from './store-samples.ts';

const endedAtMs = 1_763_600_000_000;
const nowMs = 1_771_376_000_000;
const hash: Hex = `0x${'1a'.repeat(32)}`;

export function storeArchive(given: () => ContractStore): void {
  describe('the archive', () => {
    const ended = (id: string, change: Partial<Route> = {}): Route =>
      route(id, {
        status: 'DONE',
        stage: 'DELIVERED',
        phase: 'ended',
        permit: permit(9n),
        updatedAtMs: endedAtMs,
        ...change,
      });
    const final = (id: string, change: Partial<Transaction> = {}): Transaction =>
      transaction(id, 4, {
        state: 'mined',
        minedHash: hash,
        minedBlock: 10,
        minedBlockHash: '0xb10c',
        isFinal: true,
        ...change,
      });
    /** A route of two transactions that ended 90 days ago, on an account that went on. */
    const put = (
      change: Partial<Route> = {},
      also: (tx: Writes) => Promise<unknown> = async () => undefined,
    ) =>
      given().run('fill', async (tx) => {
        await tx.transfers.insertRoute(ended('rt_1', change));
        await tx.transactions.insertTransaction(final('ef_2', { slot: 5, step: 0 }));
        await tx.transactions.insertTransaction(final('ef_1'));
        await tx.transactions.insertSignedTransaction(signedTransaction(hash, 'ef_1', 4));
        await tx.transactions.openAccount(base, spender, 4);
        await tx.transactions.markMined(base, spender, 6);
        await tx.transfers.recordEvent(event);
        await also(tx);
      });
    const event = {
      id: 'ev_rt_1_3',
      kind: 'route.done',
      routeId: 'rt_1',
      srcTx: null,
      destTx: null,
      atMs: endedAtMs,
    } as const;
    const candidates = async () =>
      (
        await given().reads.transfers.archiveCandidates({
          endedBeforeMs: nowMs,
          after: null,
          limit: 10,
        })
      ).ids;
    const archive = async (...ids: readonly string[]) => {
      const page = await given().reads.transfers.archivePage(ids);
      await given().run('archive-routes', (tx) => tx.transfers.archiveRoutes(page, nowMs));
    };

    it('takes what ended long ago, by the time of its end, from a place on', async () => {
      await given().run('fill', async (tx) => {
        for (const [id, at] of [
          ['rt_3', 30],
          ['rt_1', 10],
          ['rt_2', 20],
          ['rt_4', 40],
        ] as const)
          await tx.transfers.insertRoute(ended(id, { permit: null, updatedAtMs: at }));
        await tx.transfers.insertRoute(route('rt_open', { updatedAtMs: 5 }));
      });
      const from = (after: { id: string; endedAtMs: number } | null, limit: number) =>
        given().reads.transfers.archiveCandidates({ endedBeforeMs: 40, after, limit });

      expect(await from(null, 2)).to.deep.equal({
        ids: ['rt_1', 'rt_2'],
        looked: 2,
        next: { id: 'rt_2', endedAtMs: 20 },
      });
      expect(await from({ id: 'rt_2', endedAtMs: 20 }, 2)).to.deep.equal({
        ids: ['rt_3'],
        looked: 1,
        next: null,
      });
    });

    it('still answers for a route by its id and its permit, with its transactions, and counts it', async () => {
      await put();
      const { reads } = given();
      const all = () =>
        Promise.all([
          reads.transfers.route('rt_1'),
          reads.transfers.routeByPermit(permit(9n)),
          reads.transactions.transactionsOf('rt_1'),
          reads.transactions.transaction('ef_2'),
          reads.transactions.signedTransaction(hash),
          reads.transfers.counts(),
        ]);
      const live = async () => (await reads.transfers.liveRouteByPermit(permit(9n)))?.id ?? null;
      const [before, liveBefore] = [await all(), await live()];

      await archive('rt_1');

      expect([liveBefore, await live()]).to.deep.equal(['rt_1', null]);
      expect(before[0]?.id).to.equal('rt_1');
      expect(before[2].map(({ id }) => id)).to.deep.equal(['ef_1', 'ef_2']);
      expect(await all()).to.deep.equal(before);
      expect(await reads.transfers.recentRoutes(9)).to.deep.equal([]);
      expect(await reads.transfers.lastEnd('rt_1')).to.equal(null);
    });

    it('keeps its permit taken: the same chain, owner and nonce is refused', async () => {
      await put();
      await archive('rt_1');

      const again = await rejection(
        given().run('accept-route', (tx) =>
          tx.transfers.insertRoute(route('rt_2', { permit: permit(9n, { signature: '0xff' }) })),
        ),
      );
      await given().run('accept-route', (tx) =>
        tx.transfers.insertRoute(route('rt_3', { permit: permit(10n) })),
      );

      expect(again).to.be.instanceOf(PermitTaken);
      expect(await given().reads.transfers.route('rt_2')).to.equal(null);
      expect((await given().reads.transfers.route('rt_3'))?.id).to.equal('rt_3');
    });

    it('gives a route back to a unit that locks it, whole, and takes it again afterwards', async () => {
      await put();
      const before = await given().reads.transfers.route('rt_1');
      await archive('rt_1');

      const locked = await given().run('register-hook', async (tx) => {
        const found = await tx.transfers.lockRoute('rt_1');
        return [
          found,
          await tx.transfers.lastEnd('rt_1'),
          (await tx.transactions.transactionsOf('rt_1')).map(({ id }) => id),
        ];
      });

      expect(locked).to.deep.equal([before, event, ['ef_1', 'ef_2']]);
      expect(await given().reads.transfers.counts()).to.deep.equal({ routes: 1, open: 0 });
      expect(await given().reads.transfers.recentRoutes(9)).to.deep.equal([before]);
      await archive('rt_1');
      expect(await given().reads.transfers.route('rt_1')).to.deep.equal(before);
    });

    it('gives one route of a page back, and keeps the others', async () => {
      await given().run('fill', async (tx) => {
        for (const id of ['rt_1', 'rt_2', 'rt_3'])
          await tx.transfers.insertRoute(ended(id, { permit: null }));
      });
      await archive('rt_1', 'rt_2', 'rt_3');

      await given().run('lock', (tx) => tx.transfers.lockRoute('rt_2'));

      expect((await given().reads.transfers.recentRoutes(9)).map(({ id }) => id)).to.deep.equal([
        'rt_2',
      ]);
      expect((await given().reads.transfers.route('rt_1'))?.id).to.equal('rt_1');
      expect((await given().reads.transfers.route('rt_3'))?.id).to.equal('rt_3');
    });

    it('hands its pages out in order, with permits, transactions, signed forms, events and entries', async () => {
      await put({}, async (tx) => {
        for (const id of ['rt_2', 'rt_3'])
          await tx.transfers.insertRoute(ended(id, { permit: null, updatedAtMs: endedAtMs + 5 }));
        await tx.books.post(entry);
      });
      // Only what is in the balances may be archived.
      await given().run('fold', async (tx) => tx.books.fold(await tx.books.unfolded(9)));
      await archive('rt_1');
      await archive('rt_2', 'rt_3');
      const pages = await exported();

      expect(pages.map(({ ids }) => ids)).to.have.deep.members([['rt_1'], ['rt_2', 'rt_3']]);
      expect(pages.map(({ page }) => page.endedAtMs)).to.have.members([endedAtMs, endedAtMs + 5]);
      const [own] = pages.find(({ ids }) => ids[0] === 'rt_1')?.lines ?? [];
      expect(own?.receipt['permit']).to.contain('signature');
      expect(own?.transactions.map(({ id }) => id)).to.deep.equal(['ef_1', 'ef_2']);
      expect(own?.signed.map((one) => one['hash'])).to.deep.equal([hash]);
      expect(own?.events.map(({ id }) => id)).to.deep.equal([event.id]);
      expect(own?.entries.map(({ id }) => id)).to.deep.equal([entry.id]);
    });

    it('hands out no route that was given back', async () => {
      await given().run('fill', async (tx) => {
        for (const id of ['rt_1', 'rt_2'])
          await tx.transfers.insertRoute(ended(id, { permit: null }));
      });
      await archive('rt_1', 'rt_2');
      await given().run('lock', (tx) => tx.transfers.lockRoute('rt_1'));

      expect((await exported()).map(({ ids }) => ids)).to.deep.equal([['rt_2']]);
    });

    it('lets a page go once: its receipt is gone, its permit taken, its transactions known', async () => {
      await put();
      await archive('rt_1');
      const [first] = await exported();
      const page = first?.page ?? { id: '', mark: '' };
      const letGo = () => given().run('let-go', (tx) => tx.transfers.letGo(page));
      await letGo();
      const { reads } = given();

      expect(await reads.transfers.route('rt_1')).to.equal(null);
      expect(await reads.transfers.routeToShow('rt_1')).to.equal(null);
      expect((await reads.transactions.transactionsOf('rt_1')).map(({ id }) => id)).to.deep.equal([
        'ef_1',
        'ef_2',
      ]);
      expect((await reads.transactions.signedTransaction(hash))?.transactionId).to.equal('ef_1');
      expect(await exported()).to.deep.equal([]);
      expect(await rejection(letGo())).to.be.instanceOf(StaleRoute);
      expect(
        await rejection(
          given().run('accept-route', (tx) =>
            tx.transfers.insertRoute(route('rt_2', { permit: permit(9n) })),
          ),
        ),
      ).to.be.instanceOf(PermitTaken);
      expect(await given().run('lock', (tx) => tx.transfers.lockRoute('rt_1'))).to.equal(null);
    });

    it('keeps a page that is not the one that was handed out', async () => {
      await put();
      await archive('rt_1');
      const [first] = await exported();
      const other = { id: first?.page.id ?? '', mark: 'another' };

      const refused = await rejection(given().run('let-go', (tx) => tx.transfers.letGo(other)));

      expect(refused).to.be.instanceOf(StaleRoute);
      expect((await given().reads.transfers.route('rt_1'))?.id).to.equal('rt_1');
    });

    /** All pages, as an export takes them. */
    const exported = async () => {
      const pages = [];
      for (let after: PagePlace | null = null; ;) {
        const page: ExportPage | null = await given().reads.transfers.exportPage(after);
        if (page === null) return pages;
        const lines = page.lines.map((line) => JSON.parse(line) as ExportedLine); // CAST: below.
        const ids = lines.map(({ receipt }) => String(receipt['id'])).sort();
        pages.push({ page, lines, ids });
        after = page;
      }
    };

    it('has nothing for an id that no route has', async () => {
      await put();
      await archive('rt_1');

      expect(await given().reads.transfers.route('rt_9')).to.equal(null);
      expect(await given().reads.transactions.transactionsOf('rt_9')).to.deep.equal([]);
      expect(await given().reads.transactions.transaction('ef_9')).to.equal(null);
      expect(await given().run('lock', (tx) => tx.transfers.lockRoute('rt_9'))).to.equal(null);
    });

    it('takes a route between two pages of its payer, and the second one goes on behind its place', async () => {
      await put();
      await given().run('fill', async (tx) => {
        for (const [id, nonce] of [
          ['rt_3', 12n],
          ['rt_2', 11n],
          ['rt_0', 10n],
        ] as const)
          await tx.transfers.insertRoute(ended(id, { permit: permit(nonce) }));
      });
      const page = (after: OwnRoutePlace | null) =>
        given().reads.transfers.routesOfPayer({ payer, chains: [base], after, limit: 2 });
      const first = await page(null);
      const [, last = null] = first;

      await archive('rt_2');
      const second = await page(last);

      expect([first, second].map((routes) => routes.map(({ id }) => id))).to.deep.equal([
        ['rt_3', 'rt_2'],
        ['rt_1', 'rt_0'],
      ]);
    });

    it('leaves a route that has moved since it was read where it is, and all of its page', async () => {
      await put();
      await given().run('fill', (tx) =>
        tx.transfers.insertRoute(ended('rt_2', { permit: permit(10n) })),
      );
      const page = await given().reads.transfers.archivePage(['rt_2', 'rt_1']);
      await given().run('move', (tx) => tx.transfers.moveRoute(ended('rt_1'), {}, nowMs));

      const refused = await rejection(
        given().run('archive-routes', (tx) => tx.transfers.archiveRoutes(page, nowMs)),
      );

      expect(refused).to.be.instanceOf(StaleRoute);
      expect((await given().reads.transfers.recentRoutes(9)).map(({ id }) => id)).to.have.members([
        'rt_1',
        'rt_2',
      ]);
    });

    it('refuses a page whose route is owed something by the time it is moved', async () => {
      await put();
      const page = await given().reads.transfers.archivePage(['rt_1']);
      await given().run('owe', (tx) => tx.books.putLiability(liability));

      const refused = await rejection(
        given().run('archive-routes', (tx) => tx.transfers.archiveRoutes(page, nowMs)),
      );

      expect(refused).to.be.instanceOf(StaleRoute);
    });

    const liability = {
      routeId: 'rt_1',
      book: gasBook,
      to: payer,
      units: asUnits(5n),
      reason: 'the token refused it',
      sinceMs: endedAtMs,
    };
    const entry = {
      id: 'en_1',
      kind: 'pull',
      chain: base,
      block: 10,
      blockHash: '0xb10c',
      txHash: hash,
      logIndex: 0,
      transactionId: 'ef_1',
      owner: routeOwner('rt_1'),
      engine: null,
      reverses: null,
      lines: [
        { kind: 'float', chain: base, token: usdc, holder: spender, units: 5n },
        { kind: 'owed-to-payers', chain: base, token: usdc, holder: payer, units: -5n },
      ],
      atMs: endedAtMs,
    } as Parameters<Writes['books']['post']>[0]; // CAST: kinds as the books have them.
    const kept: readonly (readonly [
      why: string,
      change: Partial<Route>,
      also: (tx: Writes) => Promise<unknown>,
    ])[] = [
      ['is still open', { status: 'BRIDGING', stage: 'SENDING', phase: 'running' }, nothing],
      ['only rehearses', { isSimulated: true }, nothing],
      ['waits for a deposit that may still come', { mode: 'deposit' }, nothing],
      ['was ended by an operator', { status: 'FAILED', stage: 'WRITTEN_OFF' }, nothing],
      ['brought another token', { status: 'FAILED', stage: 'DELIVERED_OTHER_TOKEN' }, nothing],
      [
        'was refunded out of the float, which an engine owes',
        { status: 'FAILED', stage: 'REFUNDED', refundFrom: 'float' },
        nothing,
      ],
      [
        'has a transaction that a reorg can still take',
        {},
        (tx) =>
          tx.transactions.insertTransaction(final('ef_3', { slot: 3, step: 1, isFinal: false })),
      ],
      [
        'has a transaction that is in no block',
        {},
        (tx) => tx.transactions.insertTransaction(transaction('ef_3', 3)),
      ],
      [
        'has a slot that something else consumed, and it is not known what',
        {},
        (tx) => tx.transactions.insertTransaction(transaction('ef_3', 3, { state: 'displaced' })),
      ],
      [
        'holds the last slot of its account that was mined',
        {},
        (tx) => tx.transactions.insertTransaction(final('ef_3', { slot: 6 })),
      ],
      [
        'has something reserved',
        {},
        (tx) => tx.transactions.insertReservation(reservation('rs_1')),
      ],
      ['waits for a refund', {}, (tx) => tx.books.putLiability(liability)],
      ['has an entry that is not in the balances', {}, (tx) => tx.books.post(entry)],
      ['has a hook', {}, (tx) => tx.webhooks.insertHook(hook('wh_1'), null)],
      [
        'has a job',
        {},
        (tx) => tx.jobs.enqueue({ kind: 'advance-route', subject: 'rt_1', runAtMs: 0 }),
      ],
    ];

    it('takes one of which nothing can come any more', async () => {
      await put();

      expect(await candidates()).to.deep.equal(['rt_1']);
    });

    for (const [why, change, also] of kept)
      it(`leaves a route that ${why}`, async () => {
        await put(change, also);

        expect(await candidates()).to.deep.equal([]);
      });
  });
}

type Exported = Readonly<Record<string, unknown>>;

interface ExportedLine {
  readonly receipt: Exported;
  readonly transactions: readonly Exported[];
  readonly signed: readonly Exported[];
  readonly events: readonly Exported[];
  readonly entries: readonly Exported[];
}

async function nothing(): Promise<void> {}
