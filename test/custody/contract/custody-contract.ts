import type { ContractScene, FamilyTraits } from './contract-scene.ts';
import { Float } from './float.ts';
import type { Held } from './held.ts';
import { promisesOfEnds } from './ends.ts';
import { promisesOfPaying } from './paying.ts';
import { promisesOfQuiet } from './quiet.ts';
import { promisesOfReading } from './reading.ts';
import { promisesOfRefusing } from './refusing.ts';

/**
 * What the money path relies on in custody of any chain family. Each family runs it on a real node,
 * from a folder of its own beside this one.
 */
export function custodyContract(traits: FamilyTraits, open: () => Promise<ContractScene>): void {
  describe(`custody of ${traits.name} keeps what custody promises:`, () => {
    let held: Held | undefined;
    before(async () => {
      const scene = await open();
      held = { traits, scene, float: new Float(scene), errors: [] };
    });
    after(() => held?.scene.close());

    const given = (): Held => {
      if (held === undefined) throw new Error('the scene is there from the first test on');
      return held;
    };
    promisesOfPaying(given);
    promisesOfEnds(given, traits.without);
    promisesOfReading(given);
    promisesOfRefusing(given);
    // Last: it goes over all that the others have signed, logged and been refused.
    promisesOfQuiet(given);
  });
}
