import { isRelayError } from '@interline/kernel';
import fc from 'fast-check';
import {
  dayMs,
  type DepositWorld,
  depositWorld,
  minuteMs,
  refundAddress,
  recipient,
  type UnitFate,
} from './deposit-world.ts';
import { expect } from 'chai';

type Step =
  /** A deposit is a payment that is mined and looked at. */
  | { readonly kind: 'pay' | 'deposit'; readonly units: number }
  | { readonly kind: 'mine'; readonly which: number; readonly depth: number }
  | { readonly kind: 'unmine' | 'drop' | 'replace'; readonly which: number }
  | { readonly kind: 'wait'; readonly minutes: number }
  | { readonly kind: 'market'; readonly ppm: number }
  /** What each coin costs to be spent. */
  | { readonly kind: 'fees'; readonly coinCost: number | null }
  | { readonly kind: 'look' | 'reorg' | 'refuse' | 'name' }
  | { readonly kind: 'fail'; readonly fates: readonly UnitFate[] };

const which = fc.nat({ max: 5 });

/** Most of them leave something at the address that was looked at: what comes then is the story. */
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constantFrom('pay', 'deposit', 'deposit'),
      units: fc.oneof(
        fc.integer({ min: 1, max: 300_000 }),
        fc.constantFrom(100, 400, 60_000, 100_000, 100_000),
      ),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('mine'), which, depth: fc.constantFrom(1, 2, 6) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constantFrom('unmine', 'drop', 'replace', 'replace'), which }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('wait'),
      minutes: fc.constantFrom(1, 16, 700, 1_500),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('market'),
      ppm: fc.integer({ min: 950_000, max: 1_000_000 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('fees'),
      coinCost: fc.constantFrom(null, 0, 200, 1_000, 70_000),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('look') }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('reorg', 'refuse', 'name') }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('fail'),
      fates: fc.array(fc.constantFrom<UnitFate>('kept', 'lost', 'kept, told lost'), {
        maxLength: 8,
      }),
    }),
  },
);

const options = fc.record({
  /** 2 confirmations up to a dollar, which are 1,000,000 units, and so many above. */
  confirmations: fc.constantFrom({ small: 2, large: 2 }, { small: 2, large: 6 }),
  refundAddress: fc.constantFrom(null, refundAddress),
  partCost: fc.constantFrom(0n, 500n),
  /** How many outputs one refund gives back at most. */
  atMost: fc.constantFrom(1, 2, 150),
  /** What the float serves of what comes. */
  float: fc.constantFrom(1_000_000n, 10_000_000n),
});

describe('whatever becomes of deposits at one address, and of the store', () => {
  it('all that is final in the end was delivered at its price, went back, or both in parts, once; what was given for more is a loss', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 16 }), options, async (steps, chosen) => {
        const world = await depositWorld(chosen);
        world.deposits.atMost = chosen.atMost;
        try {
          const waiting = await world.waiting();
          const { most, parts } = await live(world, waiting, steps);
          await settle(world, waiting);
          await assertAccounted(world, waiting.id, { most, parts, partCost: chosen.partCost });
        } finally {
          await world.close();
        }
      }),
      { numRuns: 150 },
    );
  });
});

type Waiting = Awaited<ReturnType<DepositWorld['waiting']>>;

interface Lived {
  /** The most that blocks ever had at the address at one time. */
  readonly most: bigint;
  /** How many payments there were. */
  readonly parts: number;
}

async function live(
  world: DepositWorld,
  { id, address, refundClaim }: Waiting,
  steps: readonly Step[],
): Promise<Lived> {
  const { deposits } = world;
  const there: string[] = [];
  let parts = 0;
  let most = 0n;
  for (const one of steps) {
    const tx = 'which' in one ? there[one.which % Math.max(1, there.length)] : undefined;
    switch (one.kind) {
      case 'pay':
      case 'deposit':
        parts += 1;
        there.push(`tx${parts}`);
        deposits.pay(address, `tx${parts}`, BigInt(one.units));
        if (one.kind === 'pay') break;
        deposits.mine(`tx${parts}`, 2);
        await world.look(id, 2).catch(assertStoreDown);
        break;
      case 'mine':
        if (tx !== undefined) deposits.mine(tx, one.depth);
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
          parts += 1;
          deposits.replace(tx, `tx${parts}`);
          there.splice(there.indexOf(tx), 1, `tx${parts}`);
        }
        break;
      case 'wait':
        world.clock.pass(one.minutes * minuteMs);
        break;
      case 'market':
        world.market.ppm = BigInt(one.ppm);
        break;
      case 'fees':
        world.market.coinCost = one.coinCost === null ? null : BigInt(one.coinCost);
        break;
      case 'look':
        await world.look(id).catch(assertStoreDown);
        break;
      case 'reorg':
        world.chains[1].reorg(8, 0, true);
        break;
      case 'refuse':
        world.chains[1].refused.add(recipient);
        break;
      case 'name':
        await world.nameRefund(id, refundClaim, refundAddress).catch(assertRefused);
        break;
      case 'fail':
        world.failUnits(one.fates);
    }
    if (deposits.mined > most) most = deposits.mined;
  }
  for (const tx of there) deposits.mine(tx, 6);
  return { most: deposits.mined > most ? deposits.mined : most, parts };
}

function assertStoreDown(error: unknown): void {
  if (!isRelayError(error) || error.code !== 'STORE_DOWN') throw error;
}

/** It is named already, or the store fails. */
function assertRefused(error: unknown): void {
  if (!isRelayError(error)) throw error;
}

/** The store and the chains are well again, and everybody has all the time there is. */
async function settle(world: DepositWorld, { id, refundClaim }: Waiting): Promise<void> {
  world.failUnits([]);
  world.market.coinCost = 0n;
  await world.nameRefund(id, refundClaim, refundAddress).catch(assertRefused);
  await world.look(id, 3);
  world.clock.pass(2 * dayMs);
  for (let turn = 0; turn < 3; turn += 1) {
    await world.untilItIsReadAgain(id);
    await world.look(id, 3);
  }
}

async function assertAccounted(
  world: DepositWorld,
  id: string,
  { most, parts, partCost }: Lived & { readonly partCost: bigint },
): Promise<void> {
  const { status, delivered: sent } = await world.routeOf(id);
  const { credited, refunds, isLost } = await world.depositOf(id);
  const done = refunds.filter(({ state }) => state === 'done');
  const back = done.reduce((sum, { units }) => sum + units, 0n);
  const fees = done.reduce((sum, { fee }) => sum + (fee ?? 0n), 0n);
  // What would not pay for being spent waits for more of it.
  const held = refunds.filter(({ state }) => state === 'held');
  const waits = held.reduce((sum, { units }) => sum + units, 0n);
  const stands = world.deposits.received;
  const given = (status === 'DONE' ? (credited ?? 0n) : 0n) + back + waits;

  expect(status).to.be.oneOf(waits > 0n ? ['DONE', 'FAILED', 'BRIDGING'] : ['DONE', 'FAILED']);
  expect(refunds.length).to.equal(done.length + held.length);
  expect(waits <= partCost * BigInt(parts), `${waits} wait`).to.equal(true);
  expect(fees <= partCost * BigInt(parts), `${fees} were taken off`).to.equal(true);
  expect(given >= stands, `${given} given for ${stands}`).to.equal(true);
  expect(given <= most, `${given} given for ${most} at most`).to.equal(true);
  expect(world.chains[0].balance(refundAddress)).to.equal(back - fees);
  expect(world.chains[1].balance(recipient)).to.equal(status === 'DONE' ? sent : 0n);
  expect(await world.books()).to.deep.equal({ owed: waits, losses: given - stands });
  expect(isLost).to.equal(given > stands);
  expect(world.breaches).to.deep.equal([]);
  const left = await world.store.run('look', (tx) => tx.transactions.reservationsOf(id));
  // Nothing is set aside for ever, but for what waits.
  expect(left.filter(({ state }) => state === 'open').map((one) => one.id)).to.deep.equal([]);
}
