import { readCheckpoint, readNote } from '@interline/adapters/transparency-log';
import { divergedIn } from '@interline/core/transparency';
import { expect } from 'chai';
import { openWatchedMint, type WatchedMint } from '../support/watched-mint.ts';
import { type EvidenceScene, openEvidenceScene } from './evidence-scene.ts';

const signal = new AbortController().signal;

describe('the log of receipts and its witnesses', () => {
  let watched: WatchedMint;
  let scene: EvidenceScene;
  beforeEach(async () => {
    watched = await openWatchedMint({ startMs: Date.UTC(2026, 10, 23, 12) });
    scene = await openEvidenceScene({ store: watched.store, transparencyLog: watched.log });
    for (const witness of watched.witnesses) await witness.addLog(await scene.evidence.logKey());
  });
  afterEach(() => watched.close());

  const checkpoint = async () => readNote(await scene.evidence.log.checkpoint());

  it('is published only once enough of them cosigned it', async () => {
    const [one, two] = watched.witnesses;
    await Promise.all([one?.stop(), two?.stop()]);
    const { id } = await scene.end();
    await scene.tick();
    const pending = await scene.evidence.proveReceipt(id, signal);
    const back = await openEvidenceScene({
      store: watched.store,
      transparencyLog: watched.logOf(watched.witnesses.slice(2).map(watched.settingsOf), 1),
    });
    await back.tick();
    const { proof } = await scene.evidence.proveReceipt(id, signal);

    expect([pending.place !== null, pending.proof]).to.deep.equal([true, null]);
    expect(proof).to.include('— witness-3.example ');
  });

  it('is not cosigned after it was rolled back, which is recorded for the operator', async () => {
    await scene.end();
    await scene.tick();
    const before = readCheckpoint(await checkpoint());
    const identity = await watched.store.reads.logs.identity();
    if (identity === null) throw new Error('nobody keeps the logs');
    const restored = await openWatchedMint({ secret: watched.secret, identity, witnesses: 0 });
    const other = await openEvidenceScene({
      store: restored.store,
      transparencyLog: watched.log,
    });
    try {
      await other.end();
      await other.tick();
      const lost = divergedIn(await restored.store.reads.logs.logRecords());
      const published = await restored.store.reads.evidence.head('published');

      expect(before.size).to.equal(4);
      expect(lost.map(({ path }) => path)).to.deep.equal(['receipts']);
      expect(published).to.equal(null);
    } finally {
      await restored.close();
    }
  });

  it('goes on under its next name with all entries in front, and old proofs stay good', async () => {
    const { id } = await scene.end();
    await scene.tick();
    const { jws, salt, proof } = await scene.evidence.proveReceipt(id, signal);
    const { origin } = await scene.evidence.log.keys();
    await watched.store.run('begin', ({ logs }) =>
      logs.beginLog({
        path: 'receipts/2',
        origin: `${origin}/2`,
        begun: { after: origin, size: 4, atMs: scene.clock.ms },
      }),
    );
    for (const witness of watched.witnesses) await witness.addLog(await scene.evidence.logKey());
    await scene.end();
    await scene.tick();
    const again = await scene.evidence.proveReceipt(id, signal);

    expect(readCheckpoint(await checkpoint())).to.include({ origin: `${origin}/2`, size: 8 });
    for (const one of [proof, again.proof]) {
      const logged = { salt, proof: one ?? '' };
      expect((await scene.evidence.verifyReceipt({ jws, logged }, signal)).valid).to.equal(true);
    }
    expect(again.proof).to.not.equal(proof);
  });
});
