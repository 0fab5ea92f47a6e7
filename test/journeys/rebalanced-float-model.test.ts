import { expect } from 'chai';
import {
  type FloatMoveWorld,
  floatMoveWorld,
  whenArrived,
  whenReturned,
} from '../support/model/float-move-world.ts';
import { openStoreBench, type StoreBench } from '../support/model/store-bench.ts';

/** Longer than any move takes here. */
const lifeRounds = 12;

describe('a move of float in a world that fails it', () => {
  let bench: StoreBench;
  before(async () => {
    bench = await openStoreBench();
  });
  after(() => bench.close());

  for (const refuses of [false, true])
    it(`${refuses ? 'goes back' : 'arrives'} once and leaves nothing reserved, wherever the process dies, and however often the operator repeats the order`, async () => {
      let lives = 0;
      for (let places = 1; ; places += 1) {
        const world = await floatMoveWorld(bench, { refuses });
        world.process.dieAfter(places);
        await world.order();
        const deaths = await live(world, `dead after ${places} places`);

        await assertEnded(world, refuses, `dead after ${places} places`);
        world.close();
        lives += 1;
        if (deaths === 0) break;
      }

      expect(lives).to.be.greaterThan(100);
    });

  for (const refuses of [false, true])
    it(`${refuses ? 'goes back' : 'arrives, or goes back if the call found the spender empty,'} once if a reorg takes its own transfer`, async () => {
      const ends = new Set<string>();
      for (const reorg of reorgs) {
        const { at, depth, late, forgets } = reorg;
        const told = JSON.stringify(reorg);
        const world = await floatMoveWorld(bench, { refuses });
        await world.order();
        expect(await world.audit(), told).to.deep.equal([]);
        for (let round = 0; round < 2 * lifeRounds; round += 1) {
          if (round === at) world.reorg(depth, late, forgets);
          await world.round();
          expect(await world.audit(), told).to.deep.equal([]);
        }

        const [route] = await world.routes();
        const isBack = route?.stage === 'REFUNDED';
        await assertEnded(world, isBack, told);
        ends.add(route?.stage ?? 'lost');
        world.close();
      }

      expect([...ends].toSorted()).to.deep.equal(
        refuses ? ['REFUNDED'] : ['DELIVERED', 'REFUNDED'],
      );
    });

  it('is made once at most by a store that is set back while it is under way, and nothing is without an owner', async () => {
    const ends = new Set<string>();
    for (const at of [1, 2, 3, 4, 5, 6])
      for (const back of [1, 2, 4, 8, 16]) {
        const told = `set back by ${back} commits in round ${at}`;
        const world = await floatMoveWorld(bench);
        const first = world.copies.length - 1;
        await world.order();
        for (let round = 0; round < 3 * lifeRounds; round += 1) {
          const copy = world.copies[Math.max(first, world.copies.length - 1 - back)];
          if (round === at && copy !== undefined) await world.setBack(copy);
          await world.round();
          expect(await world.audit(), told).to.deep.equal([]);
        }

        const [route] = await world.routes();
        if (route === undefined) {
          const { entries } = await world.desk();
          expect(
            entries.map(({ kind }) => kind),
            told,
          ).to.include('unmatched');
        } else await assertEnded(world, false, told);
        ends.add(route?.stage ?? 'on the desk');
        world.close();
      }

    expect([...ends].toSorted()).to.deep.equal(['DELIVERED', 'on the desk']);
  });

  for (const refuses of [false, true])
    it(`that ${refuses ? 'went back' : 'arrived'} is not made again by a store that is set back to any of its commits`, async () => {
      const world = await floatMoveWorld(bench, { refuses });
      const before = world.copies.length;
      await world.order();
      for (let round = 0; round < lifeRounds; round += 1) await world.round();
      await assertEnded(world, refuses, 'before it is set back');
      const copies = world.copies.slice(before - 1);

      const ends: string[] = [];
      for (const [at, copy] of copies.entries()) {
        await world.setBack(copy);
        for (let round = 0; round < 2 * lifeRounds; round += 1) await world.round();
        const told = `set back to commit ${at} of ${copies.length}`;
        expect(world.places(), told).to.deep.equal(refuses ? whenReturned : whenArrived);
        const [route] = await world.routes();
        const { entries } = await world.desk();
        ends.push(
          route === undefined ? `lost, ${entries.map((one) => one.kind).join()}` : route.stage,
        );
      }

      const end = refuses ? 'REFUNDED' : 'DELIVERED';
      // What a store knows nothing of is for a person: the transfer, and what the spender did with it.
      expect(ends[0]).to.equal('lost, unmatched,unmatched');
      expect(new Set(ends.slice(1))).to.deep.equal(new Set([end]));
      expect(ends.length).to.be.greaterThan(20);
      world.close();
    });
});

/** Where in its life a reorg meets the move, and what it does with what it took. */
const reorgs = [1, 2, 3, 4].flatMap((at) =>
  [1, 2, 3].flatMap((depth) =>
    [0, 99].flatMap((late) => [true, false].map((forgets) => ({ at, depth, late, forgets }))),
  ),
);

/** All of a move, with a repeated order after each death that left it open. How often it died. */
async function live(world: FloatMoveWorld, told: string): Promise<number> {
  let deaths = 0;
  for (let round = 0; round < 2 * lifeRounds; round += 1) {
    if (await world.restart()) {
      deaths += 1;
      const known = await world.routes();
      const isOpen = known.some(({ phase }) => phase !== 'ended');
      if (isOpen || known.length === 0) {
        await world.order();
        if (isOpen) expect(world.refusals.at(-1), told).to.equal('WRONG_STATE');
      }
    }
    await world.round();
    if (world.process.isDead) continue;
    expect(await world.audit(), told).to.deep.equal([]);
    if ((await world.routes()).some(({ phase }) => phase === 'ended')) break;
  }
  return deaths;
}

async function assertEnded(world: FloatMoveWorld, refuses: boolean, told: string): Promise<void> {
  expect(
    {
      stages: (await world.routes()).map(({ stage }) => stage),
      places: world.places(),
      reserved: await world.reserved(),
      deficits: await world.books.deficits(),
    },
    told,
  ).to.deep.equal({
    stages: [refuses ? 'REFUNDED' : 'DELIVERED'],
    places: refuses ? whenReturned : whenArrived,
    reserved: [],
    deficits: [],
  });
}
