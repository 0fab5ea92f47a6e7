import { expect } from 'chai';
import { inspect } from 'node:util';
import type { Held } from './held.ts';

/** What all that went before has let out. */
export function promisesOfQuiet(given: () => Held): void {
  it('keys, URLs and signed bytes are in no error and no log', () => {
    const { scene, float, errors } = given();
    const said = inspect([...errors, ...scene.logged], { depth: 12, maxStringLength: null });
    const kept = [...scene.secrets, ...float.signed.flatMap(({ raw }) => raw ?? [])];

    expect(errors).not.to.have.length(0);
    expect(kept).to.have.length.above(12);
    expect(kept.filter((secret) => said.includes(secret))).to.deep.equal([]);
  });
}
