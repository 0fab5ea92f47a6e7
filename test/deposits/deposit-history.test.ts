import fc from 'fast-check';
import { dayMs, depositWorld, minuteMs, refundAddress, recipient } from './deposit-world.ts';
import { expect } from 'chai';

type Step =
  | { readonly kind: 'pay'; readonly units: number }
  | { readonly kind: 'mine' | 'unmine' | 'drop' | 'replace'; readonly which: number }
  | { readonly kind: 'wait'; readonly minutes: number }
  | { readonly kind: 'market'; readonly ppm: number }
  | { readonly kind: 'look' | 'reorg' };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('pay' as const), units: fc.integer({ min: 1, max: 300_000 }) }),
  fc.record({ kind: fc.constant('pay' as const), units: fc.constant(100_000) }),
  fc.record({
    kind: fc.constantFrom('mine', 'mine', 'unmine', 'drop', 'replace'),
    which: fc.nat({ max: 5 }),
  }),
  fc.record({ kind: fc.constant('wait' as const), minutes: fc.constantFrom(1, 16, 700) }),
  fc.record({
    kind: fc.constant('market' as const),
    ppm: fc.integer({ min: 950_000, max: 1_000_000 }),
  }),
  fc.record({ kind: fc.constantFrom('look', 'look', 'look', 'reorg') }),
);

describe('whatever becomes of deposits at one address', () => {
  it('all that stands in the end was delivered at its price, went back, or both in parts, once; what was given for more is a loss', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
        const world = await depositWorld();
        try {
          const { id, address } = await world.waiting();
          const there: string[] = [];
          let paid = 0;
          let most = 0n;
          for (const one of steps) {
            const { deposits } = world;
            const tx = 'which' in one ? there[one.which % Math.max(1, there.length)] : undefined;
            switch (one.kind) {
              case 'pay':
                paid += 1;
                there.push(`tx${paid}`);
                deposits.pay(address, `tx${paid}`, BigInt(one.units));
                break;
              case 'mine':
                if (tx !== undefined) deposits.mine(tx, 2);
                break;
              case 'unmine':
                if (tx !== undefined) deposits.unmine(tx);
                break;
              case 'drop':
                if (tx !== undefined) {
                  deposits.drop(tx);
                  there.splice(there.indexOf(tx), 1);
                }
                break;
              case 'replace':
                if (tx !== undefined) {
                  paid += 1;
                  deposits.replace(tx, `tx${paid}`);
                  there.splice(there.indexOf(tx), 1, `tx${paid}`);
                }
                break;
              case 'wait':
                world.clock.pass(one.minutes * minuteMs);
                break;
              case 'market':
                world.market.ppm = BigInt(one.ppm);
                break;
              case 'look':
                await world.look(id);
                break;
              case 'reorg':
                world.chains[1].reorg(8, 0, true);
            }
            if (deposits.mined > most) most = deposits.mined;
          }
          for (const tx of there) world.deposits.mine(tx, 2);
          if (world.deposits.mined > most) most = world.deposits.mined;
          await world.look(id, 2);
          world.clock.pass(2 * dayMs);
          const { status } = await world.look(id, 5);

          const deposit = await world.depositOf(id);
          const refunded = world.chains[0].balance(refundAddress);
          const credited = deposit.credited ?? 0n;
          const delivered = status === 'DONE' ? credited : 0n;
          expect(status).to.be.oneOf(['DONE', 'FAILED']);
          const stands = world.deposits.received;
          const given = delivered + refunded;
          expect(given >= stands, `${given} given for ${stands}`).to.equal(true);
          expect(given <= most, `${given} given for ${most} at most`).to.equal(true);
          expect(world.chains[1].balance(recipient)).to.equal(
            status === 'DONE' ? (await world.routeOf(id)).delivered : 0n,
          );
          expect(await world.books()).to.deep.equal({ owed: 0n, losses: given - stands });
          expect(deposit.isLost).to.equal(given > stands);
          expect(world.breaches).to.deep.equal([]);
          const left = await world.store.run('look', (tx) => tx.transactions.reservationsOf(id));
          expect(
            left.filter(({ state, kind }) => state === 'open' && kind === 'claim'),
          ).to.deep.equal([]);
        } finally {
          await world.close();
        }
      }),
      { numRuns: 120 },
    );
  });
});
