import { StaleTransaction } from '@interline/core/transactions';
import type { Route } from '@interline/core/transfer';
import { routeOwner, asAmount, asUnits, type ChainRef, type Transaction } from '@interline/kernel';
import type { ContractStore } from './contract-store.ts';
import { rejection } from './store-rejection.ts';
import {
  base,
  transaction,
  signedTransaction,
  optimism,
  otherPayer,
  payer,
  permit,
  reservation,
  route,
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
          feeCapWei: 2n ** 200n,
          stuck: 'fee above cap: offered 1, needed 2, cap 1 wei per gas',
        }),
      );

      const noted = transaction('ef_1', 5, {
        feeCapWei: 2n ** 200n,
        stuck: 'fee above cap: offered 1, needed 2, cap 1 wei per gas',
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
      expect((await reads.transactions.openTransactions()).map(({ id }) => id)).to.deep.equal([
        'ef_open',
      ]);
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
          route('rt_4', { permit: permit(4n, { owner: otherPayer('8'), units: asAmount(2n) }) }),
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
      ]).to.deep.equal([25_000_004n, 4n, 0n]);
      expect(await reads.transactions.pendingPulls(optimism, usdc, payer)).to.equal(0n);
      expect([...(await reads.transactions.pendingPullsOn(base))]).to.have.deep.members([
        [otherPayer('4'), 1n],
        [usdc, 2n],
      ]);
      expect([...(await reads.transactions.pendingPullsOn(optimism))]).to.deep.equal([]);
    });
  });

  describe('pulls under way', () => {
    it('can still cost the gas that was reserved for them while they are open, with their allowances: on a chain, of a client and of a payer', async () => {
      const { run, reads } = given();
      const other = otherPayer('9');
      await run('commit', async (tx) => {
        const insert = async (id: string, nonce: number, routeId: string, units: bigint) => {
          const owner = routeOwner(routeId);
          const call = { ...signedTransaction('0x01', id, 2).tx, gasLimit: 20n, maxFeePerGas: 5n };
          const special: Record<string, Partial<Transaction>> = {
            ef_allowance: { purpose: 'allowance', expects: null },
            ef_2: {
              multicall: {
                bundle: id,
                position: 0,
                call,
                carried: { by: 'ef_8', group: 0, of: 1 },
              },
            },
          };
          await tx.transactions.insertTransaction(
            transaction(id, nonce, { owner, ...special[id] }),
          );
          await tx.transactions.insertReservation(
            reservation(`gas_${id}`, { owner, units: asUnits(units) }),
          );
        };
        const pulls = [
          { client: 'c_1', owner: payer },
          { client: 'c_1', owner: other },
          { client: 'c_2', owner: payer },
          { client: 'c_3', owner: payer },
        ];
        for (const [at, { client, owner }] of pulls.entries()) {
          const id = `rt_${at}`;
          await tx.transfers.insertRoute(
            route(id, { client, permit: permit(BigInt(at), { owner }) }),
          );
          await insert(`ef_${at}`, at, id, 10n ** BigInt(at));
        }
        await insert('ef_allowance', 9, 'rt_0', 5n);
        await tx.transactions.moveTransaction('ef_3', 'open', { state: 'mined' });
        const withCode = { ...permit(9n, { owner: payer }), ownerHasCode: true } as const;
        await tx.transfers.insertRoute(route('rt_9', { client: 'c_9', permit: withCode }));
        await insert('ef_9', 10, 'rt_9', 7n);
        // What rides in a multicall has no reservation of its own.
        await tx.transactions.releaseReservation('gas_ef_2');
      });
      const cost = (chain: ChainRef, client: string, of: string) =>
        reads.transactions.openPulls(chain, { client, payer: of, hasCode: false });

      expect(await cost(base, 'c_1', payer)).to.deep.equal({
        ofClient: 16n,
        ofPayer: 106n,
        inAll: 116n,
      });
      expect(await cost(base, 'c_3', other)).to.deep.equal({
        ofClient: 0n,
        ofPayer: 10n,
        inAll: 116n,
      });
      expect(await cost(base, 'c_2', '')).to.deep.equal({
        ofClient: 100n,
        ofPayer: 0n,
        inAll: 116n,
      });
      expect(await cost(optimism, 'c_1', payer)).to.deep.equal({
        ofClient: 0n,
        ofPayer: 0n,
        inAll: 0n,
      });
      expect(
        await reads.transactions.openPulls(base, { client: 'c_1', payer, hasCode: true }),
      ).to.deep.equal({ ofClient: 0n, ofPayer: 7n, inAll: 7n });
    });
  });

  describe('payouts of coin and calls under way', () => {
    it('can still cost their gas, not the coin that they send; a payout counts from acceptance on by what its route was accepted with', async () => {
      const { run, reads } = given();
      const other = otherPayer('9');
      const coin = { chain: base, address: 'native', symbol: 'ETH', decimals: 18, asset: 'ETH' };
      const payout = {
        kind: 'payout',
        token: coin,
        to: payer,
        units: asAmount(40n),
        mostGasWei: asUnits(10_000n),
      } as const;
      const paying = { ...route('rt_0').plan, steps: [payout] };
      await run('commit', async (tx) => {
        const insert = async (id: string, nonce: number, change: Partial<Transaction>) => {
          const routeId = `rt_${nonce}`;
          const owner = routeOwner(routeId);
          await tx.transactions.insertTransaction(transaction(id, nonce, { owner, ...change }));
          const { tx: fields, ...signed } = signedTransaction(`0x0${nonce}`, id, nonce);
          const sent = { ...signed, tx: { ...fields, valueWei: 40n } };
          await tx.transactions.insertSignedTransaction(sent);
          const units = asUnits(40n + 10n ** BigInt(nonce));
          await tx.transactions.insertReservation(reservation(`gas_${id}`, { owner, units }));
        };
        const clients = ['c_1', 'c_2', 'c_1', 'c_2', 'c_1'];
        for (const [at, client] of clients.entries()) {
          const owner = at === 1 ? other : payer;
          const of = { client, rail: client, permit: permit(BigInt(at), { owner }) };
          await tx.transfers.insertRoute(
            route(`rt_${at}`, at === 4 ? { ...of, plan: paying } : of),
          );
        }
        // A route that waits for a person does not count.
        const held = { client: 'c_1', stage: 'QUARANTINED', permit: permit(5n, { owner: payer }) };
        await tx.transfers.insertRoute(route('rt_5', { ...held, plan: paying }));
        const expects = { token: 'native', from: spender, to: payer, units: asUnits(40n) };
        await insert('ef_0', 0, { purpose: 'payout', expects });
        await insert('ef_1', 1, { purpose: 'payout', expects });
        await insert('ef_2', 2, { purpose: 'call', expects: null });
        await insert('ef_3', 3, { purpose: 'call', expects: null });
      });
      const { transactions } = reads;
      const none = { ofClient: 0n, ofPayer: 0n, inAll: 0n };

      expect(await transactions.openPayouts(base, { client: 'c_1', payer })).to.deep.equal({
        ofClient: 1n,
        ofPayer: 1n,
        inAll: 11n,
      });
      expect(await transactions.openPayouts(base, { client: 'c_2', payer: other })).to.deep.equal({
        ofClient: 10n,
        ofPayer: 10n,
        inAll: 11n,
      });
      expect(await transactions.openPayouts(optimism, { client: 'c_1', payer })).to.deep.equal(
        none,
      );
      expect(await transactions.payoutsToCome(base, { client: 'c_1', payer })).to.deep.equal({
        ofClient: 10_000n,
        ofPayer: 10_000n,
        inAll: 10_000n,
      });
      expect(await transactions.payoutsToCome(base, { client: 'c_2', payer: other })).to.deep.equal(
        {
          ...none,
          inAll: 10_000n,
        },
      );
      expect(await transactions.payoutsToCome(optimism, { client: 'c_1', payer })).to.deep.equal(
        none,
      );
      expect(await reads.transactions.openCalls(base, { engine: 'c_1', payer })).to.deep.equal({
        ofEngine: 100n,
        ofPayer: 1_100n,
      });
    });

    it('may all be given back while their plan is still to be made again, and no more once their call was mined', async () => {
      const { run, reads } = given();
      const other = otherPayer('9');
      await run('commit', async (tx) => {
        const changes: readonly Partial<Route>[] = [
          { client: 'c_1' },
          { client: 'c_2', stage: 'SENDING', phase: 'running' },
          { client: 'c_1', stage: 'REFUNDING', phase: 'refunding' },
          { client: 'c_1', stage: 'REFUND_HELD', phase: 'refunding' },
          { client: 'c_1', stage: 'SENDING', phase: 'running' },
        ];
        for (const [at, change] of changes.entries()) {
          const id = `rt_${at}`;
          const plan = { ...route(id).plan, giveBackWei: asUnits(10n ** BigInt(at)) };
          const owner = at === 1 ? other : payer;
          await tx.transfers.insertRoute(
            route(id, { ...change, plan, permit: permit(BigInt(at), { owner }) }),
          );
        }
        const owner = routeOwner('rt_4');
        await tx.transactions.insertTransaction(
          transaction('ef_4', 4, { owner, purpose: 'call', expects: null }),
        );
      });
      const lost = (client: string, of: string) =>
        reads.transactions.refundsToCome(base, { client, payer: of });

      expect(await lost('c_1', payer)).to.deep.equal({
        ofClient: 10_101n,
        ofPayer: 10_101n,
        inAll: 10_111n,
      });
      await run('mined', (tx) =>
        tx.transactions.moveTransaction('ef_4', 'open', { state: 'mined' }),
      );
      expect(await lost('c_2', other)).to.deep.equal({ ofClient: 10n, ofPayer: 10n, inAll: 111n });
      expect(
        await reads.transactions.refundsToCome(optimism, { client: 'c_1', payer }),
      ).to.deep.equal({ ofClient: 0n, ofPayer: 0n, inAll: 0n });
    });
  });

  describe('a signed transaction', () => {
    beforeEach(async () => {
      await given().run('commit', async (tx) => {
        await tx.transactions.insertTransaction(transaction('ef_1', 5, { purpose: 'call' }));
        await tx.transactions.insertTransaction(transaction('ef_2', 6, { purpose: 'call' }));
      });
    });

    it("comes back as it was committed, its transaction's bumps after it", async () => {
      const { run, reads } = given();
      const bump = signedTransaction('0x02', 'ef_1', 5, {
        committedAtMs: 1_763_600_000_001,
        tx: { ...signedTransaction('0x01', 'ef_1', 5).tx, valueWei: 2n ** 255n },
      });

      await run('commit', async (tx) => {
        await tx.transactions.insertSignedTransaction(bump);
        await tx.transactions.insertSignedTransaction(signedTransaction('0x03', 'ef_1', 5));
        await tx.transactions.insertSignedTransaction(signedTransaction('0x04', 'ef_2', 6));
      });

      expect(await reads.transactions.signedTransactionsOf(['ef_1'])).to.deep.equal([
        signedTransaction('0x03', 'ef_1', 5),
        bump,
      ]);
      expect(
        await reads.transactions.signedTransactionsOf(['ef_1', 'ef_2', 'ef_9']),
      ).to.have.length(3);
      expect(await reads.transactions.signedTransactionsOf([])).to.deep.equal([]);
    });

    it('is found by its hash', async () => {
      const { run, reads } = given();
      await run('commit', (tx) =>
        tx.transactions.insertSignedTransaction(signedTransaction('0x01', 'ef_1', 5)),
      );

      expect(await reads.transactions.signedTransaction('0x01')).to.deep.equal(
        signedTransaction('0x01', 'ef_1', 5),
      );
      expect(await reads.transactions.signedTransaction('0x02')).to.equal(null);
    });

    it('is found among more transactions than one statement can name', async () => {
      const { run, reads } = given();
      await run('commit', (tx) =>
        tx.transactions.insertSignedTransaction(signedTransaction('0x01', 'ef_1', 5)),
      );

      const found = await reads.transactions.signedTransactionsOf([
        ...Array.from({ length: 600 }, (_, at) => `ef_x${at}`),
        'ef_1',
      ]);

      expect(found.map(({ hash }) => hash)).to.deep.equal(['0x01']);
    });

    it("gets a remote signer's bytes once", async () => {
      const { run, reads } = given();
      const unsigned = signedTransaction('0x0a', 'ef_1', 5, { raw: null });
      const signed = signedTransaction('0x0b', 'ef_1', 5, { raw: '0x02ff' });
      await run('commit', (tx) => tx.transactions.insertSignedTransaction(unsigned));

      await run('store-signature', (tx) => tx.transactions.setRaw('0x0a', signed));
      const again = await rejection(
        run('store-signature', (tx) => tx.transactions.setRaw('0x0b', signed)),
      );

      expect(await reads.transactions.signedTransactionsOf(['ef_1'])).to.deep.equal([signed]);
      expect(again.message).to.equal('no envelope 0x0b waits for its signature');
    });
  });
}
