import type { MintHead, PassKey } from '@interline/core/passes';
import type { ContractStore } from './contract-store.ts';
import { expect } from 'chai';

export function storePasses(given: () => ContractStore): void {
  const insert = (one: PassKey, sealed = `sealed ${one.seq}`): Promise<boolean> =>
    given().run('insert', (tx) => tx.passes.insertPassKey(one, sealed));
  const spend = (seq: number, id: string): Promise<boolean> =>
    given().run('spend', (tx) => tx.passes.spendPass(seq, id));

  describe('a key that signs passes', () => {
    it('comes back with the others, the oldest first, and its sealed half by itself', async () => {
      const { reads } = given();

      await insert(key(1));
      await insert(key(2));

      expect(await reads.passes.passKeys()).to.deep.equal([key(1), key(2)]);
      expect([
        await reads.passes.sealedPassKey(1),
        await reads.passes.sealedPassKey(2),
        await reads.passes.sealedPassKey(3),
      ]).to.deep.equal(['sealed 1', 'sealed 2', null]);
    });

    it('is drawn once, however many draw it', async () => {
      const drawn = await Promise.all(
        Array.from({ length: 8 }, (_, at) => insert({ ...key(1), thumb: `t${at}` }, `s${at}`)),
      );
      const [kept] = await given().reads.passes.passKeys();

      expect(drawn.filter((isKept) => isKept)).to.deep.equal([true]);
      expect(kept?.thumb).to.equal(`t${drawn.indexOf(true)}`);
    });

    it('loses its sealed half and nothing else', async () => {
      await insert(key(1));
      await given().run('destroy', (tx) => tx.passes.destroyPassKey(1));

      expect(await given().reads.passes.sealedPassKey(1)).to.equal(null);
      expect(await given().reads.passes.passKeys()).to.deep.equal([
        { ...key(1), isDestroyed: true },
      ]);
    });
  });

  describe('the log of the mint', () => {
    const identity = { origin: 'relay.example/plus-mint', sigPub: 'pub', sealed: 'sealed' };
    const head = (seq: number): MintHead => ({
      v: 2,
      seq,
      thumb: `thumb-${seq}`,
      notBefore: 0,
      notAfter: 2_592_000_000,
      suite: 'RSABSSA-SHA384-PSS-Randomized',
      prevThumb: null,
      prevNotBefore: null,
      prevWitSeq: 0,
      witnessSlot: identity.origin,
      witSeq: seq,
      witRoot: 'root',
      sig: { sigPub: 'pub', mlSig: 'ml', edSig: 'ed' },
    });

    it('keeps the keys that it was first opened with', async () => {
      const { reads } = given();
      expect([await reads.logs.identity(), await reads.passes.mintLog()]).to.deep.equal([
        null,
        null,
      ]);
      for (const one of [identity, { ...identity, sigPub: 'another' }])
        await given().run('open', (tx) => tx.logs.keepIdentity(one));

      expect(await reads.logs.identity()).to.deep.equal(identity);
      expect(await reads.passes.mintLog()).to.deep.equal({
        refused: 0,
        triedAtMs: null,
        latest: null,
      });
    });

    it('replaces no leaf, and publishes each head once, with which its key begins to sign', async () => {
      const { reads } = given();
      await given().run('open', (tx) => tx.logs.keepIdentity(identity));
      await insert(key(1));
      for (const text of ['first', 'second'])
        await given().run('append', (tx) => tx.passes.appendLeaf(1, text));
      const open = await reads.passes.mintLeaves();
      const publish = (checkpoint: string, signsFromMs: number): Promise<boolean> =>
        given().run('publish', (tx) =>
          tx.passes.publishHead({ head: head(1), checkpoint, signsFromMs, atMs: 7 }),
        );
      const published = [await publish('one', 5), await publish('two', 6)];

      expect(open).to.deep.equal([{ seq: 1, text: 'first', published: null }]);
      expect(published).to.deep.equal([true, false]);
      expect(await reads.passes.mintLeaves()).to.deep.equal([
        { seq: 1, text: 'first', published: { head: head(1), checkpoint: 'one' } },
      ]);
      expect((await reads.passes.passKeys())[0]?.signsFromMs).to.equal(5);
      expect((await reads.passes.mintLog())?.latest).to.deep.equal({ checkpoint: 'one', atMs: 7 });
    });

    it('counts what witnesses refused, and forgets when once they cosigned', async () => {
      const { reads } = given();
      await given().run('open', (tx) => tx.logs.keepIdentity(identity));
      await given().run('refused', (tx) => tx.passes.noteUnwitnessed(3, 1));
      await given().run('refused', (tx) => tx.passes.noteUnwitnessed(4, 0));
      const tried = await reads.passes.mintLog();
      await given().run('keep', (tx) => tx.passes.keepCheckpoint('new', 9));

      expect([tried?.refused, tried?.triedAtMs]).to.deep.equal([1, 4]);
      expect(await reads.passes.mintLog()).to.deep.include({
        refused: 1,
        triedAtMs: null,
        latest: { checkpoint: 'new', atMs: 9 },
      });
    });
  });

  describe('a pass', () => {
    it('is spent once, of however many that try at once', async () => {
      await insert(key(1));
      const tries = await Promise.all(Array.from({ length: 20 }, () => spend(1, 'a')));

      expect(tries.filter((isSpent) => isSpent)).to.deep.equal([true]);
      expect([await spend(1, 'a'), await spend(1, 'b'), await spend(2, 'a')]).to.deep.equal([
        false,
        true,
        true,
      ]);
    });

    it('is not spent by a unit that is rolled back', async () => {
      await given()
        .run('fail', async (tx) => {
          await tx.passes.spendPass(1, 'a');
          throw new Error('no');
        })
        .catch(() => undefined);

      expect(await spend(1, 'a')).to.equal(true);
    });
  });

  describe('the counts of passes', () => {
    it('stay as they were published, and count on over what is forgotten', async () => {
      const { reads } = given();
      const publish = (atMs: number) =>
        given().run('publish', (tx) => tx.passes.writePassStats(atMs));
      expect(await reads.passes.passStats()).to.equal(null);
      await insert(key(1));
      await insert(key(2));
      await given().run('count', async (tx) => {
        await tx.passes.countIssued(1, 20);
        await tx.passes.countIssued(1, 5);
        await tx.passes.countIssued(2, 1);
      });
      for (const id of ['a', 'b', 'c']) await spend(1, id);
      await spend(2, 'a');
      await publish(3_600_000);
      await spend(2, 'b');
      const published = await reads.passes.passStats();
      await given().run('forget', (tx) => tx.passes.forgetSpent(1));
      await given().run('forget', (tx) => tx.passes.forgetSpent(1));
      await publish(7_200_000);

      expect(published).to.deep.equal({ atMs: 3_600_000, issued: 26, spent: 4 });
      expect(await reads.passes.passStats()).to.deep.equal({
        atMs: 7_200_000,
        issued: 26,
        spent: 5,
      });
      expect(await spend(1, 'a')).to.equal(true);
    });
  });
}

function key(seq: number): PassKey {
  return {
    seq,
    thumb: `thumb-${seq}`,
    publicKey: {
      kty: 'RSA',
      alg: 'PS384',
      key_ops: ['verify'],
      ext: true,
      n: 'n'.repeat(342),
      e: 'AQAB',
    },
    notBeforeMs: seq * 2_592_000_000,
    notAfterMs: (seq + 1) * 2_592_000_000,
    signsFromMs: null,
    isDestroyed: false,
  };
}
