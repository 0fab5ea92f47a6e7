import type { LogTile } from '@interline/ports';
import { expect } from 'chai';
import type { ContractStore } from './contract-store.ts';

export function storeLogs(given: () => ContractStore): void {
  const keep = (log: string, ...tiles: readonly LogTile[]): Promise<void> =>
    given().run('keep', (tx) => tx.logs.keepTiles(log, tiles));
  const tile = (level: number, place: number, width: number): LogTile => ({
    level,
    place,
    width,
    hashes: `${width} hashes of ${level}/${place}`,
  });

  describe('a log that lost leaves', () => {
    const origin = 'mint/lane-keys';
    const begun = { after: origin, size: 3, atMs: 7 };
    const next = { path: 'lane-keys/2', origin: `${origin}/2`, begun };
    const note = (divergedAtMs: number | null): Promise<void> =>
      given().run('note', (tx) =>
        tx.logs.noteDivergence({ path: 'lane-keys', origin, divergedAtMs }),
      );

    it('is noted, and the note is removed once it goes on', async () => {
      await note(5);
      const noted = await given().reads.logs.logRecords();
      await note(null);
      const gone = await given().reads.logs.logRecords();

      expect([...noted, ...gone]).to.deep.equal([
        { path: 'lane-keys', origin, begun: null, divergedAtMs: 5 },
        { path: 'lane-keys', origin, begun: null, divergedAtMs: null },
      ]);
    });

    it('is begun again once by many at once, without an identity for the logs', async () => {
      const begin = () => given().run('begin', (tx) => tx.logs.beginLog(next));
      const first = await Promise.all([begin(), begin(), begin()]);

      expect(first.filter((isBegun) => isBegun).length).to.equal(1);
      expect(await given().reads.logs.logRecords()).to.deep.equal([
        { ...next, divergedAtMs: null },
      ]);
      expect(await given().reads.logs.identity()).to.equal(null);
    });
  });

  describe('a tile of the tree of a log', () => {
    it('gives way to a fuller one and to no other', async () => {
      const { logs } = given().reads;
      await keep('one', tile(0, 0, 3));
      await keep('one', tile(0, 0, 7));
      await keep('one', { ...tile(0, 0, 7), hashes: 'others' }, tile(0, 0, 5));

      expect(await logs.tile('one', 0, 0)).to.equal('7 hashes of 0/0');
    });

    it('is one of its log, its level and its place; the last one of leaves says the size', async () => {
      const { logs } = given().reads;
      await keep('one', tile(0, 0, 256), tile(0, 1, 4), tile(1, 0, 1));
      await keep('other', tile(0, 0, 9));

      expect([await logs.treeSize('one'), await logs.treeSize('other')]).to.deep.equal([260, 9]);
      expect(await logs.treeSize('none')).to.equal(0);
      expect(
        await Promise.all([
          logs.tile('one', 0, 1),
          logs.tile('one', 1, 0),
          logs.tile('one', 1, 1),
          logs.tile('other', 0, 0),
          logs.tile('other', 1, 0),
        ]),
      ).to.deep.equal(['4 hashes of 0/1', '1 hashes of 1/0', null, '9 hashes of 0/0', null]);
    });

    it('is the fullest that any of many at once kept', async () => {
      await Promise.all(
        Array.from({ length: 20 }, (_, at) => keep('one', tile(0, 0, 1 + ((at * 7) % 20)))),
      );

      expect(await given().reads.logs.tile('one', 0, 0)).to.equal('20 hashes of 0/0');
    });
  });
}
