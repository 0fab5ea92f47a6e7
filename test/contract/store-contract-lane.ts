import type { LaneKeys } from '@interline/core/private-lane';
import type { ContractStore } from './contract-store.ts';
import { expect } from 'chai';

export function storeLane(given: () => ContractStore): void {
  const insert = (one: LaneKeys, sealed = `sealed ${one.seq}`): Promise<boolean> =>
    given().run('insert', (tx) => tx.privateLane.insertLaneKeys(one, sealed));

  describe('keys of the private lane', () => {
    it('come back with the others, the oldest first, and their sealed halves by themselves', async () => {
      const { reads } = given();

      await insert(keys(1));
      await insert(keys(2));

      expect(await reads.privateLane.laneKeys()).to.deep.equal([keys(1), keys(2)]);
      expect([
        await reads.privateLane.sealedLaneKeys(1),
        await reads.privateLane.sealedLaneKeys(2),
        await reads.privateLane.sealedLaneKeys(3),
      ]).to.deep.equal(['sealed 1', 'sealed 2', null]);
    });

    it('are drawn once, however many draw them', async () => {
      const drawn = await Promise.all(
        Array.from({ length: 8 }, (_, at) => insert({ ...keys(1), digest: `d${at}` }, `s${at}`)),
      );
      const [kept] = await given().reads.privateLane.laneKeys();

      expect(drawn.filter((isKept) => isKept)).to.deep.equal([true]);
      expect(kept?.digest).to.equal(`d${drawn.indexOf(true)}`);
    });

    it('have one checkpoint of their log: the newest, and none of fewer keys', async () => {
      const keep = (size: number, checkpoint: string) =>
        given().run('keep', (tx) =>
          tx.privateLane.keepLaneCheckpoint({ size, checkpoint, cosignedAtMs: size }),
        );
      const none = await given().reads.privateLane.laneCheckpoint();
      await keep(2, 'of two');
      await keep(1, 'of one');
      await keep(2, 'of two again');

      expect(none).to.equal(null);
      expect(await given().reads.privateLane.laneCheckpoint()).to.deep.equal({
        size: 2,
        checkpoint: 'of two again',
        cosignedAtMs: 2,
      });
    });

    it('have a checkpoint of fewer again once that of a log of another name is forgotten', async () => {
      const keep = (size: number) =>
        given().run('keep', (tx) =>
          tx.privateLane.keepLaneCheckpoint({ size, checkpoint: `of ${size}`, cosignedAtMs: 1 }),
        );
      await keep(2);
      await given().run('forget', (tx) => tx.privateLane.forgetLaneCheckpoint());
      await keep(1);

      expect((await given().reads.privateLane.laneCheckpoint())?.checkpoint).to.equal('of 1');
    });

    it('lose their sealed halves and nothing else', async () => {
      await insert(keys(1));
      await given().run('destroy', (tx) => tx.privateLane.destroyLaneKeys(1));

      expect(await given().reads.privateLane.sealedLaneKeys(1)).to.equal(null);
      expect(await given().reads.privateLane.laneKeys()).to.deep.equal([keys(1)]);
    });
  });
}

function keys(seq: number): LaneKeys {
  return {
    seq,
    document: `document ${seq}`,
    digest: `digest ${seq}`,
    notBeforeMs: seq * 1_000,
    notAfterMs: seq * 1_000 + 604_800_000,
  };
}
