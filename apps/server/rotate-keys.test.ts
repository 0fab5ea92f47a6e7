import { expect } from 'chai';
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openKeys, passwordOf } from './open-keys.ts';
import { rotateKeys } from './rotate-keys.ts';

describe('rotated keys', () => {
  let dir: string;
  beforeEach(() => {
    dir = join(mkdtempSync(join(tmpdir(), 'interline-rotate-')), 'keys');
  });
  afterEach(() => rmSync(join(dir, '..'), { recursive: true }));

  it('are kept behind the new ones, the newest first, and none is lost', async () => {
    const first = await pairs();
    const second = await rotateKeys(dir, await password(), 2);
    const third = await rotateKeys(dir, await password(), 2).catch((error: unknown) => error);

    expect(first).to.have.length(1);
    expect(third).to.not.be.instanceOf(Error);
    expect(await pairs()).to.deep.equal([third, second, first[0]]);
  });

  it('are complete wherever the rotation was cut off, at the next start', async () => {
    const [first] = await pairs();
    const rotated = await rotateKeys(dir, await password(), 2);
    const moves = [
      ['former/0001/spender', 'spender'],
      ['former/0001/float', 'float'],
    ] as const;

    for (let done = 0; done <= 4; done += 1) {
      const next = join(dir, 'next');
      mkdirSync(next, { mode: 0o700 });
      writeFileSync(join(next, 'former-number'), '0001\n');
      // Undone from the last step on: of each key first the new one's place, then the old one's.
      const steps = moves.flatMap(([old, role]) => [
        () => renameSync(file(role), file(`next/${role}`)),
        () => renameSync(file(old), file(role)),
      ]);
      for (const undo of orderOf(steps).slice(0, done)) undo();

      expect(await pairs()).to.deep.equal([rotated, first]);
      expect(readdirSync(dir)).to.not.include('next');
    }
  });

  function file(name: string): string {
    return join(dir, `${name}.keystore.json`);
  }

  function password(): Promise<string> {
    return passwordOf({ kind: 'made', dir });
  }

  async function pairs() {
    const { current, former } = await openKeys({ kind: 'made', dir });
    return [current, ...former].map(({ spender, float }) => ({
      spender: spender.address,
      float: float.address,
    }));
  }
});

/** The float's steps come after the spender's, so they are undone first. */
function orderOf<T>([placeOfSpender, spender, placeOfFloat, float]: readonly T[]): readonly T[] {
  return [placeOfFloat, float, placeOfSpender, spender].filter((one) => one !== undefined);
}
