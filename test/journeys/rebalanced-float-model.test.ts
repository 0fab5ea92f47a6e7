import { deskOf } from '@interline/core/operations';
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
});

/** All of a move, with a repeated order after each death that left it open. How often it died. */
async function live(world: FloatMoveWorld, told: string): Promise<number> {
  let deaths = 0;
  for (let round = 0; round < lifeRounds; round += 1) {
    if (await world.restart()) {
      deaths += 1;
      const known = await world.routes();
      const isOpen = known.some(({ phase }) => phase !== 'ended');
      if (isOpen || known.length === 0) {
        await world.order();
        if (isOpen) expect(world.refusals.at(-1), told).to.equal('BAD_REQUEST');
      }
    }
    await world.round();
    if (!world.process.isDead) expect(await world.audit(), told).to.deep.equal([]);
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
void deskOf;
