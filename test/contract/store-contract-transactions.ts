import { type OpenScope, StaleTransaction } from '@interline/core/transactions';
import { relayerOwner, routeOwner, asAmount, asUnits } from '@interline/kernel';
import type { ContractStore } from './contract-store.ts';
import { rejection } from './store-rejection.ts';
import {
  base,
  transaction,
  optimism,
  otherPayer,
  payer,
  permit,
  route,
  signedTransaction,
  spender,
  usdc,
} from './store-samples.ts';
import { expect } from 'chai';

export function storeTransactions(given: () => ContractStore): void {
  describe('a transaction', () => {
    beforeEach(async () => {
      await given().run('accept-route', (tx) =>
        tx.transfers.insertRoute(route('rt_1', { permit: permit(1n) })),
      );
    });

    it("comes back as it was stored, in the order of its route's steps", async () => {
      const { run, reads } = given();
      const payout = transaction('ef_3', 9, {
        step: 1,
        purpose: 'payout',
        chain: optimism,
        expects: { token: 'native', from: spender, to: payer, units: asUnits(2n ** 255n) },
      });

      await run('commit', async (tx) => {
        await tx.transactions.insertTransaction(payout);
        await tx.transactions.insertTransaction(transaction('ef_2', 6));
        await tx.transactions.insertTransaction(
          transaction('ef_1', 5, { purpose: 'allowance', expects: null }),
        );
      });

      expect(await reads.transactions.transactionsOf('rt_1')).to.deep.equal([
        transaction('ef_1', 5, { purpose: 'allowance', expects: null }),
        transaction('ef_2', 6),
        payout,
      ]);
      expect(await reads.transactions.transactionsOf('rt_2')).to.deep.equal([]);
    });

    it("keeps an operator's cap and why it is stuck, and is found by its id", async () => {
      const { run, reads } = given();
      await run('commit', (tx) => tx.transactions.insertTransaction(transaction('ef_1', 5)));

      await run('note', (tx) =>
        tx.transactions.moveTransaction('ef_1', 'open', {
          feeCap: 2n ** 200n,
          stuck: 'fee above cap: offered 1, needed 2, cap 1 per gas',
        }),
      );

      const noted = transaction('ef_1', 5, {
        feeCap: 2n ** 200n,
        stuck: 'fee above cap: offered 1, needed 2, cap 1 per gas',
      });
      expect(await reads.transactions.transaction('ef_1')).to.deep.equal(noted);
      expect(await reads.transactions.openTransactions()).to.deep.equal([noted]);
      expect(await reads.transactions.transaction('ef_2')).to.equal(null);
    });

    it('says what it took once it was mined on its own, the latest first', async () => {
      const { run, reads } = given();
      const mined = { state: 'mined', minedBlock: 9 } as const;
      await run('commit', async (tx) => {
        for (const one of [
          transaction('ef_1', 5, { ...mined, gasUsed: 77_000n, createdAtMs: 1 }),
          transaction('ef_2', 6, { ...mined, gasUsed: 65_000n, createdAtMs: 2, purpose: 'payout' }),
          transaction('ef_3', 7, { ...mined, state: 'reverted', gasUsed: 1n, createdAtMs: 3 }),
          transaction('ef_4', 8, { ...mined, gasUsed: null, createdAtMs: 4 }),
        ])
          await tx.transactions.insertTransaction(one);
      });

      expect(await reads.transactions.gasUsedLately(9)).to.deep.equal([
        { chain: base, purpose: 'payout', gasUsed: 65_000n },
        { chain: base, purpose: 'pull', gasUsed: 77_000n },
      ]);
      expect(await reads.transactions.gasUsedLately(1)).to.have.length(1);
    });

    it('says what it took behind 600 newer routes that have none', async () => {
      const { run, reads } = given();
      await run('commit', async (tx) => {
        await tx.transactions.insertTransaction(
          transaction('ef_1', 5, { state: 'mined', minedBlock: 9, gasUsed: 77_000n }),
        );
        for (let newer = 100; newer < 700; newer += 1)
          await tx.transfers.insertRoute(route(`rt_${newer}`, { createdAtMs: 9_000_000_000_000 }));
      });

      expect(await reads.transactions.gasUsedLately(100)).to.have.length(1);
      // Ten routes are looked at for each that is wanted, in parts of 256.
      expect(await reads.transactions.gasUsedLately(51)).to.have.length(0);
    });

    it('moves only from the state it is in', async () => {
      const { run, reads } = given();
      await run('commit', (tx) => tx.transactions.insertTransaction(transaction('ef_1', 5)));

      await run('see', (tx) =>
        tx.transactions.moveTransaction('ef_1', 'open', {
          state: 'mined',
          minedHash: '0xaa',
          minedBlock: 77,
        }),
      );
      const stale = await rejection(
        run('see', (tx) => tx.transactions.moveTransaction('ef_1', 'open', { state: 'reverted' })),
      );
      const unknown = await rejection(
        run('see', (tx) => tx.transactions.moveTransaction('ef_2', 'open', { state: 'mined' })),
      );
      await run('end', (tx) => tx.transactions.moveTransaction('ef_1', 'mined', { isFinal: true }));

      expect(stale).to.be.instanceOf(StaleTransaction);
      expect(unknown).to.be.instanceOf(StaleTransaction);
      expect(await reads.transactions.transactionsOf('rt_1')).to.deep.equal([
        transaction('ef_1', 5, {
          state: 'mined',
          minedHash: '0xaa',
          minedBlock: 77,
          isFinal: true,
        }),
      ]);
    });

    it('moves from the very block it was seen in, and not when it is in another by now, or there once more', async () => {
      const { run, reads } = given();
      await run('commit', (tx) => tx.transactions.insertTransaction(transaction('ef_1', 5)));
      const now = { state: 'mined', minedHash: '0xaa', minedBlock: 79, reorgs: 1 } as const;
      await run('see', (tx) => tx.transactions.moveTransaction('ef_1', 'open', now));

      const late = await rejection(
        run('reopen', (tx) =>
          tx.transactions.moveTransaction(
            'ef_1',
            { ...now, minedBlock: 77 },
            { state: 'open', minedHash: null, minedBlock: null },
          ),
        ),
      );
      const other = await rejection(
        run('reopen', (tx) =>
          tx.transactions.moveTransaction('ef_1', { ...now, minedHash: '0xbb' }, { state: 'open' }),
        ),
      );
      const before = await rejection(
        run('reopen', (tx) =>
          tx.transactions.moveTransaction('ef_1', { ...now, reorgs: 0 }, { state: 'open' }),
        ),
      );
      await run('end', (tx) => tx.transactions.moveTransaction('ef_1', now, { isFinal: true }));

      expect([late, other, before].map((error) => error instanceof StaleTransaction)).to.deep.equal(
        [true, true, true],
      );
      expect(await reads.transactions.transactionsOf('rt_1')).to.deep.equal([
        transaction('ef_1', 5, { ...now, isFinal: true }),
      ]);
    });

    it('is final together with others, and none of them is if one has changed', async () => {
      const { run, reads } = given();
      const mined = (id: string, nonce: number) =>
        transaction(id, nonce, { state: 'mined', minedHash: `0x0${nonce}`, minedBlock: 77 });
      const three = [mined('ef_1', 5), mined('ef_2', 6), mined('ef_3', 7)];
      const [first = expect.fail(), second = expect.fail()] = three;
      await run('commit', async (tx) => {
        for (const one of three) await tx.transactions.insertTransaction(one);
      });
      const areFinal = async () =>
        Promise.all(
          three.map(async ({ id }) => (await reads.transactions.transaction(id))?.isFinal),
        );
      const finish = (seen: readonly (typeof first)[]) =>
        rejection(run('finish', (tx) => tx.transactions.markTransactionsFinal(seen)));

      const refused = [
        await finish([first, { ...second, minedBlock: 78 }]),
        await finish([first, { ...second, minedHash: '0x99' }]),
        await finish([first, { ...second, reorgs: 1 }]),
        await finish([first, { ...second, state: 'reverted' }]),
      ];
      const before = await areFinal();
      await run('finish', (tx) => tx.transactions.markTransactionsFinal(three));

      expect(refused.map((error) => error instanceof StaleTransaction)).to.deep.equal([
        true,
        true,
        true,
        true,
      ]);
      expect([before, await areFinal()]).to.deep.equal([
        [false, false, false],
        [true, true, true],
      ]);
    });

    it('is not settled by what was seen of it before a reorg', async () => {
      const { run, reads } = given();
      const seen = transaction('ef_1', 5);
      await run('commit', (tx) => tx.transactions.insertTransaction(seen));
      await run('see', (tx) =>
        tx.transactions.moveTransaction('ef_1', seen, {
          state: 'mined',
          minedHash: '0xaa',
          minedBlock: 77,
        }),
      );
      await run('reopen', (tx) =>
        tx.transactions.moveTransaction('ef_1', 'mined', {
          state: 'open',
          minedHash: null,
          minedBlock: null,
          reorgs: 1,
        }),
      );

      const late = await rejection(
        run('see', (tx) =>
          tx.transactions.moveTransaction('ef_1', seen, {
            state: 'mined',
            minedHash: '0xaa',
            minedBlock: 77,
          }),
        ),
      );
      await run('see', (tx) =>
        tx.transactions.moveTransaction(
          'ef_1',
          { ...seen, reorgs: 1 },
          { state: 'mined', minedHash: '0xaa', minedBlock: 79 },
        ),
      );

      expect(late).to.be.instanceOf(StaleTransaction);
      expect(await reads.transactions.transactionsOf('rt_1')).to.deep.equal([
        transaction('ef_1', 5, { state: 'mined', minedHash: '0xaa', minedBlock: 79, reorgs: 1 }),
      ]);
    });

    it('may end as a no-op under the same nonce, and nothing else takes that nonce', async () => {
      const { run, reads } = given();
      await run('commit', (tx) => tx.transactions.insertTransaction(transaction('ef_1', 5)));

      await run('replace', (tx) =>
        tx.transactions.moveTransaction('ef_1', 'open', { state: 'filled' }),
      );
      await rejection(
        run('commit', (tx) => tx.transactions.insertTransaction(transaction('ef_2', 5))),
      );

      expect(await reads.transactions.transactionsOf('rt_1')).to.deep.equal([
        transaction('ef_1', 5, { state: 'filled' }),
      ]);
    });

    it('is watched while it is open, or in a block that is not final', async () => {
      const { run, reads } = given();
      await run('commit', async (tx) => {
        await tx.transactions.insertTransaction(transaction('ef_mined', 7, { state: 'mined' }));
        await tx.transactions.insertTransaction(transaction('ef_open', 6));
        await tx.transactions.insertTransaction(
          transaction('ef_final', 8, { state: 'mined', isFinal: true }),
        );
        await tx.transactions.insertTransaction(
          transaction('ef_reverted', 9, { state: 'reverted' }),
        );
        await tx.transactions.insertTransaction(
          transaction('ef_displaced', 10, { state: 'displaced' }),
        );
      });

      expect((await reads.transactions.watchedTransactions()).map(({ id }) => id)).to.deep.equal([
        'ef_open',
        'ef_mined',
        'ef_reverted',
      ]);
      expect(
        (await reads.transactions.watchedTransactions(base)).map(({ id }) => id),
      ).to.deep.equal(['ef_open', 'ef_mined', 'ef_reverted']);
      expect(await reads.transactions.watchedTransactions(optimism)).to.deep.equal([]);
      expect((await reads.transactions.openTransactions()).map(({ id }) => id)).to.deep.equal([
        'ef_open',
      ]);
    });

    it('is found while it is open by its account, its kind of owner, or because it is stuck', async () => {
      const { run, reads } = given();
      const away = otherPayer('7');
      await run('commit', async (tx) => {
        for (const one of [
          transaction('ef_a', 1, { createdAtMs: 100 }),
          transaction('ef_b', 2, { createdAtMs: 200, stuck: 'fee above cap' }),
          transaction('ef_c', 3, { createdAtMs: 300, owner: { kind: 'invoice', id: 'iv_1' } }),
          transaction('ef_d', 1, { createdAtMs: 400, account: away, owner: relayerOwner }),
          transaction('ef_e', 1, { createdAtMs: 900, chain: optimism }),
          transaction('ef_f', 5, { state: 'mined', stuck: 'fee above cap' }),
        ])
          await tx.transactions.insertTransaction(one);
      });
      const idsOf = async (which: OpenScope) =>
        (await reads.transactions.openTransactions(which)).map(({ id }) => id).join(' ');

      expect(await idsOf({})).to.have.length('ef_a ef_b ef_c ef_d ef_e'.length);
      expect(await idsOf({ at: { chain: base, account: spender } })).to.equal('ef_a ef_b ef_c');
      expect(await idsOf({ at: { chain: base, account: away } })).to.equal('ef_d');
      expect(await idsOf({ owner: 'invoice' })).to.equal('ef_c');
      expect(await idsOf({ owner: 'relayer' })).to.equal('ef_d');
      expect(await idsOf({ isStuck: true })).to.equal('ef_b');
    });

    it('is found while it is open by its chain and age, in pages, in the order of accounts and slots', async () => {
      const { run, reads } = given();
      await run('commit', async (tx) => {
        for (const one of [
          transaction('ef_c', 3, { createdAtMs: 300 }),
          transaction('ef_a', 1, { createdAtMs: 100 }),
          transaction('ef_d', 1, { createdAtMs: 200, account: otherPayer('7') }),
          transaction('ef_b', 2, { createdAtMs: 200 }),
          transaction('ef_e', 1, { createdAtMs: 100, chain: optimism }),
          transaction('ef_f', 5, { createdAtMs: 100, state: 'mined' }),
        ])
          await tx.transactions.insertTransaction(one);
      });
      const all = await reads.transactions.openTransactions();
      const idsOf = async (nowMs: number, leastMs: number, limit = 9, afterId?: string) =>
        (
          await reads.transactions.openPage(base, {
            age: { nowMs, leastMs },
            after: all.find(({ id }) => id === afterId) ?? null,
            limit,
          })
        ).map(({ id }) => id);

      expect(await idsOf(400, 0)).to.deep.equal(['ef_a', 'ef_b', 'ef_c', 'ef_d']);
      expect(await idsOf(400, 0, 2)).to.deep.equal(['ef_a', 'ef_b']);
      expect(await idsOf(400, 0, 2, 'ef_b')).to.deep.equal(['ef_c', 'ef_d']);
      expect(await idsOf(400, 0, 2, 'ef_d')).to.deep.equal([]);
      expect(await idsOf(400, 200)).to.deep.equal(['ef_a', 'ef_b', 'ef_d']);
      expect(await idsOf(250, 100)).to.deep.equal(['ef_a', 'ef_c']);
    });

    it('is unawaited while it is open and its route is past it', async () => {
      const { run, reads } = given();
      const { tx: call } = signedTransaction('0x01', 'ef_1', 1);
      const waitingPlace = { bundle: 'b', position: 0, call, carried: null };
      const kinds = [
        ['ended', 0],
        ['running', 2],
        ['refunding', 0],
        ['pulling', 0],
      ] as const;
      await run('commit', async (tx) => {
        for (const [at, [phase, cursor]] of kinds.entries()) {
          const id = `rt_${phase}`;
          await tx.transfers.insertRoute(route(id, { phase, cursor }));
          const own = { owner: routeOwner(id) };
          await tx.transactions.insertTransaction(
            transaction(`ef_${phase}_1`, 10 * at, { ...own, step: 1, purpose: 'call' }),
          );
          await tx.transactions.insertTransaction(
            transaction(`ef_${phase}_2`, 10 * at + 1, { ...own, step: 2, purpose: 'refund' }),
          );
          await tx.transactions.insertTransaction(
            transaction(`ef_${phase}_3`, 10 * at + 2, { ...own, step: 1, state: 'mined' }),
          );
          await tx.transactions.insertTransaction(
            transaction(`ef_${phase}_4`, 10 * at + 3, { ...own, step: 2, purpose: 'approve' }),
          );
          await tx.transactions.insertTransaction(
            transaction(`ef_${phase}_5`, -1, { ...own, step: 1, multicall: waitingPlace }),
          );
        }
        await tx.transactions.insertTransaction(
          transaction('ef_none', 90, { owner: relayerOwner }),
        );
      });

      expect(
        (await reads.transactions.unawaitedTransactions(base)).map(({ id }) => id),
      ).to.deep.equal(['ef_ended_1', 'ef_ended_2', 'ef_ended_4', 'ef_running_1', 'ef_refunding_1']);
      expect(await reads.transactions.unawaitedTransactions(optimism)).to.deep.equal([]);
    });

    it('is found by its block until it is final, whatever its end there', async () => {
      const { run, reads } = given();
      const [seven, eight] = [
        { minedBlock: 7, minedBlockHash: '0x07' },
        { minedBlock: 8, minedBlockHash: '0x08' },
      ];
      const unfinal = [
        transaction('ef_a', 1, { state: 'mined', ...seven }),
        transaction('ef_b', 2, { state: 'reverted', ...seven }),
        transaction('ef_c', 3, { state: 'filled', ...eight }),
        transaction('ef_d', 4, { state: 'mined' }),
      ];
      await run('commit', async (tx) => {
        for (const one of [
          ...unfinal,
          transaction('ef_e', 5),
          transaction('ef_f', 6, { state: 'mined', isFinal: true, ...eight }),
          transaction('ef_g', 7, { state: 'displaced', ...eight }),
          transaction('ef_h', 8, { state: 'mined', chain: optimism, ...eight }),
        ])
          await tx.transactions.insertTransaction(one);
      });

      const byHeight = (a: { block: number | null }, b: { block: number | null }) =>
        (a.block ?? 0) - (b.block ?? 0);
      expect((await reads.transactions.unfinalBlocks(base)).toSorted(byHeight)).to.deep.equal([
        { block: null, blockHash: null },
        { block: 7, blockHash: '0x07' },
        { block: 8, blockHash: '0x08' },
      ]);
      const found = await reads.transactions.unfinalIn(base, [null, 7, 8]);
      expect(found.toSorted((a, b) => a.slot - b.slot)).to.deep.equal(unfinal);
      expect((await reads.transactions.unfinalIn(base, [8, 9])).map(({ id }) => id)).to.deep.equal([
        'ef_c',
      ]);
      expect(await reads.transactions.unfinalIn(base, [])).to.deep.equal([]);
    });

    it('counts as a pending pull while it is an open pull of that chain, token and payer', async () => {
      const { run, reads } = given();
      await run('accept-more', async (tx) => {
        await tx.transfers.insertRoute(
          route('rt_2', { permit: permit(2n, { units: asAmount(4n) }) }),
        );
        await tx.transfers.insertRoute(
          route('rt_3', { permit: permit(3n, { token: otherPayer('4'), units: asAmount(1n) }) }),
        );
        await tx.transfers.insertRoute(
          route('rt_4', {
            client: 'c_4',
            permit: permit(4n, { owner: otherPayer('8'), units: asAmount(2n) }),
          }),
        );
        await tx.transactions.insertTransaction(transaction('ef_1', 1));
        await tx.transactions.insertTransaction(transaction('ef_0', 0, { purpose: 'allowance' }));
        await tx.transactions.insertTransaction(
          transaction('ef_2', 2, { owner: routeOwner('rt_2') }),
        );
        await tx.transactions.insertTransaction(
          transaction('ef_3', 3, { owner: routeOwner('rt_3') }),
        );
        await tx.transactions.insertTransaction(
          transaction('ef_4', 4, { owner: routeOwner('rt_4') }),
        );
      });

      const before = await reads.transactions.pendingPulls(base, usdc, payer);
      await run('see', (tx) => tx.transactions.moveTransaction('ef_1', 'open', { state: 'mined' }));
      const after = await reads.transactions.pendingPulls(base, usdc, payer);
      await run('replace', (tx) =>
        tx.transactions.moveTransaction('ef_2', 'open', { state: 'filled' }),
      );

      expect([
        before,
        after,
        await reads.transactions.pendingPulls(base, usdc, payer),
      ]).to.deep.equal([
        [
          { nonce: 1n, units: 25_000_000n },
          { nonce: 2n, units: 4n },
        ],
        [{ nonce: 2n, units: 4n }],
        [],
      ]);
      expect(await reads.transactions.pendingPulls(optimism, usdc, payer)).to.deep.equal([]);
      const sent = { isReverted: false };
      expect(await reads.transactions.pendingPullsOn(base)).to.have.deep.members([
        { ...sent, token: otherPayer('4'), payer, client: 'c_1', units: 1n },
        { ...sent, token: usdc, payer: otherPayer('8'), client: 'c_4', units: 2n },
      ]);
      expect(await reads.transactions.pendingPullsOn(optimism)).to.deep.equal([]);
    });

    it('is marked as reverted while it is an open pull, until the mark is taken back or it moves', async () => {
      const { run, reads } = given();
      const mark = (isReverted: boolean) =>
        run('mark', (tx) => tx.transactions.markReverted('ef_1', isReverted));
      const shown = async () => [
        (await reads.transactions.transaction('ef_1'))?.isSeenReverted === true,
        (await reads.transactions.pendingPullsOn(base)).map(({ isReverted }) => isReverted),
      ];
      await run('commit', (tx) => tx.transactions.insertTransaction(transaction('ef_1', 1)));

      const before = await shown();
      await mark(true);
      const marked = await shown();
      await mark(false);
      const takenBack = await shown();
      await mark(true);
      await run('end', (tx) =>
        tx.transactions.moveTransaction('ef_1', 'open', { state: 'reverted' }),
      );
      await mark(true);
      const ended = await shown();

      expect([before, marked, takenBack, ended]).to.deep.equal([
        [false, [false]],
        [true, [true]],
        [false, [false]],
        [false, []],
      ]);
    });

    it('counts as a pull that a reorg can take while it is open, or was mined after a block and is not final', async () => {
      const { run, reads } = given();
      await run('commit', async (tx) => {
        for (const [id, nonce, change] of [
          ['ef_open', 5, {}],
          ['ef_after', 6, { state: 'mined', minedBlock: 101 }],
          ['ef_at', 7, { state: 'mined', minedBlock: 100 }],
          ['ef_final', 8, { state: 'mined', minedBlock: 101, isFinal: true }],
          ['ef_reverted', 9, { state: 'reverted', minedBlock: 101 }],
          ['ef_allowance', 10, { purpose: 'allowance' }],
          ['ef_elsewhere', 11, { chain: optimism }],
        ] as const)
          await tx.transactions.insertTransaction(transaction(id, nonce, change));
      });

      const pull = { token: usdc, payer, client: 'c_1', units: 25_000_000n, isReverted: false };
      expect(await reads.transactions.pullsAfter(base, 100)).to.have.deep.members([
        { ...pull, transactionId: 'ef_open' },
        { ...pull, transactionId: 'ef_after' },
      ]);
    });
  });
}
