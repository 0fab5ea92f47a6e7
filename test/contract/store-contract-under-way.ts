import type { Route } from '@interline/core/transfer';
import { routeOwner, asAmount, asUnits, type ChainRef, type Transaction } from '@interline/kernel';
import type { ContractStore } from './contract-store.ts';
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
} from './store-samples.ts';
import { expect } from 'chai';

export function storeUnderWay(given: () => ContractStore): void {
  describe('pulls under way', () => {
    it('can still cost the gas that was reserved for them while they are open, with their allowances: on a chain, of a client and of a payer', async () => {
      const { run, reads } = given();
      const other = otherPayer('9');
      await run('commit', async (tx) => {
        const insert = async (id: string, nonce: number, routeId: string, units: bigint) => {
          const owner = routeOwner(routeId);
          const call = { ...signedTransaction('0x01', id, 2).tx, gasLimit: 20n, maxFeeRate: 5n };
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
        mostGasCost: asUnits(10_000n),
      } as const;
      const paying = { ...route('rt_0').plan, steps: [payout] };
      await run('commit', async (tx) => {
        const insert = async (id: string, nonce: number, change: Partial<Transaction>) => {
          const routeId = `rt_${nonce}`;
          const owner = routeOwner(routeId);
          await tx.transactions.insertTransaction(transaction(id, nonce, { owner, ...change }));
          const { tx: fields, ...signed } = signedTransaction(`0x0${nonce}`, id, nonce);
          const sent = { ...signed, tx: { ...fields, value: 40n } };
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

    it('can cost the gas of pull and refund in addition to their own until their route has ended, even if the payout reverted or lost its slot', async () => {
      const { run, reads } = given();
      const coin = { chain: base, address: 'native', symbol: 'ETH', decimals: 18, asset: 'ETH' };
      const payouts: readonly (Partial<Transaction> | null)[] = [
        null,
        { state: 'open' },
        { state: 'reverted' },
        { state: 'displaced' },
        { state: 'reverted' },
      ];
      await run('commit', async (tx) => {
        for (const [at, payout] of payouts.entries()) {
          const id = `rt_${at}`;
          const step = {
            kind: 'payout',
            token: coin,
            to: payer,
            units: asAmount(40n),
            mostGasCost: asUnits(2n * 100n ** BigInt(at)),
            giveBackCost: asUnits(100n ** BigInt(at)),
          } as const;
          const ended = { status: 'FAILED', stage: 'REFUNDED', phase: 'ended' } as const;
          await tx.transfers.insertRoute(
            route(id, {
              client: 'c_1',
              permit: permit(BigInt(at), { owner: payer }),
              plan: { ...route(id).plan, steps: [step] },
              ...(at === 4 ? ended : {}),
            }),
          );
          const expects = { token: 'native', from: spender, to: payer, units: asUnits(40n) };
          const owner = routeOwner(id);
          if (payout === null) continue;
          await tx.transactions.insertTransaction(
            transaction(`ef_${at}`, at, { owner, purpose: 'payout', expects, ...payout }),
          );
        }
      });

      const of = { client: 'c_1', payer };
      const toCome = await reads.transactions.payoutsToCome(base, of);
      expect(toCome.inAll).to.equal(3_010_103n);
    });

    it('may all be given back while their plan is still to be made again; once their call was mined each counts in full for its payer, a tenth for client and chain, overdue ones too', async () => {
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
          const plan = { ...route(id).plan, giveBackCost: asUnits(10n ** BigInt(at)) };
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
      const once = async (stage: string) => {
        await run('stage', async (tx) => {
          const taken = await tx.transfers.lockRoute('rt_4');
          if (taken !== null) await tx.transfers.moveRoute(taken, { stage }, 2);
        });
        return lost('c_1', payer);
      };
      for (const stage of ['QUARANTINED', 'FILLING', 'VERIFYING', 'OVERDUE'])
        expect(await once(stage), stage).to.deep.equal(
          stage === 'QUARANTINED'
            ? { ofClient: 101n, ofPayer: 101n, inAll: 111n }
            : { ofClient: 1_101n, ofPayer: 10_101n, inAll: 1_111n },
        );
      expect(await lost('c_2', other)).to.deep.equal({
        ofClient: 10n,
        ofPayer: 10n,
        inAll: 1_111n,
      });
      expect(
        await reads.transactions.refundsToCome(optimism, { client: 'c_1', payer }),
      ).to.deep.equal({ ofClient: 0n, ofPayer: 0n, inAll: 0n });
    });
  });
}
