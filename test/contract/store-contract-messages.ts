import type { ContractStore } from './contract-store.ts';
import { expect } from 'chai';

export function storeMessages(given: () => ContractStore): void {
  const append = (id: string, bucket = 7, day = '2026-11-23'): Promise<number> =>
    given().run('append', (tx) => tx.messages.appendRow({ id, bucket, day, body: `body ${id}` }));
  const idsOf = async (afterPlace: number, limit: number): Promise<readonly string[]> => {
    const part = { bucket: 7, day: '2026-11-23', afterPlace };
    return (await given().reads.messages.mailbox(part, limit)).map(({ id }) => id);
  };

  describe('a row of a message', () => {
    it('has the next place of its bucket and day, and is read from there in that order', async () => {
      const places = [
        await append('b'),
        await append('a'),
        await append('other bucket', 8),
        await append('other day', 7, '2026-11-24'),
        await append('c'),
      ];

      expect(places).to.deep.equal([0, 1, 0, 0, 2]);
      expect(await idsOf(-1, 8)).to.deep.equal(['b', 'a', 'c']);
      expect(await idsOf(-1, 2)).to.deep.equal(['b', 'a']);
      expect(await idsOf(0, 8)).to.deep.equal(['a', 'c']);
      expect(await idsOf(2, 8)).to.deep.equal([]);
      expect(await given().reads.messages.messageRow('a')).to.deep.equal({
        id: 'a',
        bucket: 7,
        day: '2026-11-23',
        place: 1,
        body: 'body a',
      });
      expect(await given().reads.messages.messageRow('none')).to.equal(null);
    });

    it('gets its own place, however many are appended at once', async () => {
      const places = await Promise.all(Array.from({ length: 20 }, (_, at) => append(`m${at}`)));

      expect([...places].sort((one, other) => one - other)).to.deep.equal(
        Array.from({ length: 20 }, (_, at) => at),
      );
    });

    it('and the spending of its pass are stored together or not at all', async () => {
      await append('taken');
      const failed = await given()
        .run('send', async (tx) => {
          await tx.passes.spendPass(1, 'spent');
          await tx.messages.appendRow({ id: 'taken', bucket: 9, day: '2026-11-23', body: '' });
        })
        .then(
          () => 'stood',
          () => 'failed',
        );

      expect(failed).to.equal('failed');
      expect(await given().run('spend', (tx) => tx.passes.spendPass(1, 'spent'))).to.equal(true);
      expect(
        await given().reads.messages.mailbox({ bucket: 9, day: '2026-11-23', afterPlace: -1 }, 8),
      ).to.deep.equal([]);
    });

    it('is forgotten with the count of its day, and later ones are kept', async () => {
      await append('old', 7, '2026-11-22');
      await append('new', 7, '2026-11-23');
      await given().run('count', async ({ messages }) => {
        await messages.countCover('2026-11-22', 1);
        await messages.countCover('2026-11-23', 1);
        await messages.countCover('2026-11-23', 2);
      });
      await given().run('prune', ({ messages }) => messages.pruneMessages('2026-11-23'));

      const { messages } = given().reads;
      expect([
        await messages.messageRow('old'),
        (await messages.messageRow('new'))?.id,
        await messages.coverRows('2026-11-22'),
        await messages.coverRows('2026-11-23'),
      ]).to.deep.equal([null, 'new', 0, 3]);
    });
  });

  describe('an anchored row', () => {
    const anchor = (id: string): Promise<number> =>
      given().run('anchor', (tx) => tx.messages.anchorRow(id, `hash ${id}`));

    it('has one place, however often it is anchored, and its proof once the log has it', async () => {
      const { messages } = given().reads;
      expect([await anchor('b'), await anchor('a'), await anchor('b')]).to.deep.equal([0, 1, 0]);
      expect(await messages.provenAnchors()).to.equal(0);
      await given().run('keep', (tx) =>
        tx.messages.keepProofs({ size: 2, checkpoint: 'of two' }, 0, [['hash a'], ['hash b']]),
      );
      expect(await anchor('c')).to.equal(2);
      await given().run('keep', (tx) =>
        tx.messages.keepProofs({ size: 3, checkpoint: 'of three' }, 1, [['later'], []]),
      );

      expect([
        await messages.anchorHashes(0, 9),
        await messages.anchorHashes(1, 1),
        await messages.anchorHashes(3, 9),
      ]).to.deep.equal([['hash b', 'hash a', 'hash c'], ['hash a'], []]);
      expect([await messages.hasAnchor(2), await messages.hasAnchor(3)]).to.deep.equal([
        true,
        false,
      ]);
      expect(await messages.provenAnchors()).to.equal(3);
      expect(await Promise.all([0, 1, 2, 3].map((at) => messages.anchorProof(at)))).to.deep.equal([
        { path: ['hash a'], checkpoint: 'of two' },
        { path: ['hash b'], checkpoint: 'of two' },
        { path: [], checkpoint: 'of three' },
        null,
      ]);
      const a = { id: 'a', place: 1, hash: 'hash a' };
      expect([await messages.anchor('a'), await messages.anchor('none')]).to.deep.equal([a, null]);
    });
  });
}
