import { IdempotencyTaken } from '@interline/core/idempotency';
import type { KeptOrder } from '@interline/core/transfer';
import { asUnits, evmAddress, type Units } from '@interline/kernel';
import type { ContractStore } from './contract-store.ts';
import { rejection } from './store-rejection.ts';
import { base, optimism, payer, route } from './store-samples.ts';
import { expect } from 'chai';
import fc from 'fast-check';

export function storeRequests(given: () => ContractStore): void {
  describe('a kept intent', () => {
    it('comes back under its digest and its payer, and under no others', async () => {
      const { run, reads } = given();
      const { routeId: _id, ...order } = route('rt_1').order;
      const intent: KeptOrder = {
        digest: '0xd1',
        payer,
        order,
        railPackage: '@interline/rail-floatlane',
        cost: asUnits(2n ** 200n),
        expiresAtMs: 1_763_601_800_000,
        quote: {
          kind: 'firm',
          rail: 'floatlane',
          bridge: 'floatlane',
          via: [],
          input: order.amount,
          output: asUnits(24_980_000n),
          minOutput: asUnits(24_980_000n),
          fee: asUnits(20_000n),
          durationSec: 4,
          expiresAtMs: 1_763_600_060_000,
          memo: { $n: 'kept as it is' },
          fronts: [{ chain: base, gas: 120_000n, coin: asUnits(7n) }],
        },
      };

      await run('keep-intent', (tx) => tx.transfers.keepOrder(intent));

      expect(await reads.transfers.intent('0xd1', payer)).to.deep.equal(intent);
      expect(await reads.transfers.intent('0xd2', payer)).to.equal(null);
      expect(await reads.transfers.intent('0xd1', evmAddress(`0x${'7a'.repeat(20)}`))).to.equal(
        null,
      );
    });
  });

  describe('a record that can no longer be used', () => {
    const dayMs = 86_400_000;
    const endMs = 1_763_601_800_000;

    it('is forgotten a day after its end, and not a millisecond sooner', async () => {
      const { run, reads } = given();
      const { routeId: _id, ...order } = route('rt_1').order;
      await run('keep', async (tx) => {
        await tx.transfers.keepOrder({
          digest: '0xd9',
          payer,
          order,
          railPackage: 'stock',
          cost: null,
          expiresAtMs: endMs,
          quote: {
            kind: 'firm',
            rail: 'stock',
            bridge: 'stock',
            via: [],
            input: order.amount,
            output: asUnits(1n),
            minOutput: asUnits(1n),
            fee: asUnits(0n),
            durationSec: 4,
            expiresAtMs: 0,
            memo: {},
          },
        });
        await tx.idempotency.putIdempotent({
          key: 'once',
          bodyHash: 'b',
          routeId: 'rt_1',
          atMs: endMs,
        });
      });

      await run('prune', (tx) => tx.prune(endMs + dayMs));
      const kept = [
        await reads.transfers.intent('0xd9', payer),
        await reads.idempotency.idempotent('once'),
      ].filter((one) => one !== null);
      await run('prune', (tx) => tx.prune(endMs + dayMs + 1));
      const left = [
        await reads.transfers.intent('0xd9', payer),
        await reads.idempotency.idempotent('once'),
      ];

      expect(kept).to.have.length(2);
      expect(left).to.deep.equal([null, null]);
    });
  });

  describe('a permit bit', () => {
    it('is handed out once, and shows in its word', async () => {
      const { run, reads } = given();
      const word = 2n ** 247n;
      const take = (bit: number) =>
        run('take', (tx) => tx.transfers.takePermitBit(base, payer, word, bit));

      const taken = await Promise.all([take(0), take(0), take(255), take(1)]);

      expect(taken).to.deep.equal([true, false, true, true]);
      expect(await reads.transfers.permitBits(base, payer, word)).to.equal(2n ** 255n + 3n);
      expect(await reads.transfers.permitBits(base, payer, word + 1n)).to.equal(0n);
      expect(await reads.transfers.permitBits(optimism, payer, word)).to.equal(0n);
    });
  });

  describe('a daily budget', () => {
    it('is charged up to its limit and not one unit more', async () => {
      const { run, reads } = given();
      const charge = (units: bigint, day = '2025-11-20') =>
        run('charge', (tx) =>
          tx.transactions.charge(
            [{ budget: 'zero-gas', units: asUnits(units), limit: asUnits(100n) }],
            day,
          ),
        ).then((refused) => refused === null);

      const answers = await Promise.all([
        charge(60n),
        charge(41n),
        charge(40n),
        charge(1n),
        charge(0n),
        charge(101n, '2025-11-21'),
        charge(100n, '2025-11-21'),
      ]);

      expect(answers).to.deep.equal([true, false, true, false, true, false, true]);
      expect([
        await reads.transactions.spent('zero-gas', '2025-11-20'),
        await reads.transactions.spent('zero-gas', '2025-11-21'),
        await reads.transactions.spent('zero-gas', '2025-11-22'),
      ]).to.deep.equal([100n, 100n, 0n]);
    });

    it('is charged together with others, all or none, and names the one that had no room', async () => {
      const { run, reads } = given();
      const limit = asUnits(100n);
      const of = (budget: string, units: bigint) => ({ budget, units: asUnits(units), limit });
      const charge = (...charges: readonly ReturnType<typeof of>[]) =>
        run('charge', (tx) => tx.transactions.charge(charges, '2025-11-20'));

      const refused = [
        await charge(of('a', 60n), of('b', 100n)),
        await charge(of('a', 1n), of('b', 1n), of('a', 100n)),
        await charge(of('a', 20n), of('a', 20n), of('c', 0n)),
        await charge(of('c', 5n), of('a', 1n)),
        await charge(),
      ];

      expect(refused.map((one) => one?.budget ?? null)).to.deep.equal([null, 'b', null, 'a', null]);
      expect(
        await reads.transactions.spentOfEach(['c', 'a', 'never', 'b', 'a'], '2025-11-20'),
      ).to.deep.equal([0n, 100n, 0n, 100n, 100n]);
      expect(await reads.transactions.spentOfEach([], '2025-11-20')).to.deep.equal([]);
    });

    it('is never overspent by members who charge several at once, in any order, and give some back', async () => {
      const { run, reads } = given();
      const day = '2025-11-20';
      const nft = fc.nat({ max: 2 });
      const limit = fc.integer({ min: 1, max: 4 });
      const sent = fc.array(
        fc.record({ nfts: fc.uniqueArray(nft, { minLength: 1 }), fails: fc.boolean() }),
        {
          maxLength: 12,
        },
      );
      let round = 0;
      await fc.assert(
        fc.asyncProperty(fc.tuple(limit, limit, limit), sent, async (limits, routes) => {
          round += 1;
          const budgetOf = (at: number) => `member:${round}:${at}`;
          const chargesOf = (nfts: readonly number[]) =>
            nfts.map((at) => ({
              budget: budgetOf(at),
              units: asUnits(1n),
              limit: asUnits(BigInt(limits[at] ?? 0)),
              reason: 'spent',
            }));

          const accepted = await Promise.all(
            routes.map(async ({ nfts, fails }) => {
              const refused = await run('accept', (tx) =>
                tx.transactions.charge(chargesOf(nfts), day),
              );
              if (refused !== null) return [];
              if (!fails) return nfts;
              await run('fail', async (tx) => {
                for (const charge of chargesOf(nfts)) await tx.transactions.uncharge(charge, day);
              });
              return [];
            }),
          );

          const used = [0, 1, 2].map((at) => accepted.flat().filter((one) => one === at).length);
          expect(await reads.transactions.spentOfEach([0, 1, 2].map(budgetOf), day)).to.deep.equal(
            used.map(BigInt),
          );
          expect(used.every((one, at) => one <= (limits[at] ?? 0))).to.equal(true);
          // Where nothing is given back and each asks for one NFT alone, none of the day is left unused.
          if (routes.every(({ nfts, fails }) => nfts.length === 1 && !fails))
            expect(used).to.deep.equal(
              limits.map((most, at) =>
                Math.min(most, routes.filter(({ nfts }) => nfts[0] === at).length),
              ),
            );
        }),
        { numRuns: 40 },
      );
    });

    it('takes back what was not used after all, on its own day and never below nothing', async () => {
      const { run, reads } = given();
      const of = (units: bigint) => ({ budget: 'subsidy', units: asUnits(units) });
      await run('charge', async (tx) => {
        await tx.transactions.charge([{ ...of(60n), limit: asUnits(100n) }], '2025-11-20');
        await tx.transactions.charge([{ ...of(60n), limit: asUnits(100n) }], '2025-11-21');
      });

      await run('uncharge', async (tx) => {
        await tx.transactions.uncharge(of(25n), '2025-11-20');
        await tx.transactions.uncharge(of(61n), '2025-11-21');
        await tx.transactions.uncharge(of(1n), '2025-11-22');
      });

      expect([
        await reads.transactions.spent('subsidy', '2025-11-20'),
        await reads.transactions.spent('subsidy', '2025-11-21'),
        await reads.transactions.spent('subsidy', '2025-11-22'),
      ]).to.deep.equal([35n, 0n, 0n]);
    });

    it('holds more than a database integer', async () => {
      const { run, reads } = given();
      const limit = (2n ** 256n - 1n) as Units;

      await run('charge', (tx) =>
        tx.transactions.charge(
          [{ budget: 'wei', units: asUnits(2n ** 255n), limit }],
          '2025-11-20',
        ),
      );
      await run('charge', (tx) =>
        tx.transactions.charge([{ budget: 'wei', units: asUnits(1n), limit }], '2025-11-20'),
      );

      expect(await reads.transactions.spent('wei', '2025-11-20')).to.equal(2n ** 255n + 1n);
    });
  });

  describe('an idempotent answer', () => {
    it('is kept under its key once', async () => {
      const { run, reads } = given();
      const answer = { key: 'k-1', bodyHash: '0xbb', routeId: 'rt_1', atMs: 5 };
      await run('answer', (tx) => tx.idempotency.putIdempotent(answer));

      const error = await rejection(
        run('answer', (tx) => tx.idempotency.putIdempotent({ ...answer, routeId: 'rt_2' })),
      );

      expect(error).to.be.instanceOf(IdempotencyTaken);
      expect(await reads.idempotency.idempotent('k-1')).to.deep.equal(answer);
      expect(await reads.idempotency.idempotent('k-2')).to.equal(null);
    });
  });
}
