import {
  isConsistent,
  isIncluded,
  leafHashOf,
  readCheckpoint,
  readNote,
} from '@interline/adapters/transparency-log';
import { entryBytes, type LogEntry } from '@interline/core/evidence';
import { expect } from 'chai';
import { createHash } from 'node:crypto';
import { type EvidenceScene, openEvidenceScene } from './evidence-scene.ts';

const signal = new AbortController().signal;

describe('the log of receipts', () => {
  let scene: EvidenceScene;
  beforeEach(async () => {
    scene = await openEvidenceScene();
  });
  afterEach(() => scene.close());

  const prove = (id: string) => scene.evidence.proveReceipt(id, signal);
  const entries = (): Promise<readonly LogEntry[]> => scene.store.reads.evidence.entries(0, 10_000);

  it('proves each receipt in a checkpoint after the next tick, and pends until then', async () => {
    const { id } = await scene.end();
    const before = await prove(id);
    await scene.tick();
    const after = await prove(id);

    expect([before.place, before.proof, before.pendingUntilMs]).to.deep.equal([
      null,
      null,
      scene.clock.ms + 600_000,
    ]);
    expect(after.pendingUntilMs).to.equal(null);
    const logged = { salt: after.salt, proof: after.proof ?? '' };
    const verdict = await scene.evidence.verifyReceipt({ jws: after.jws, logged }, signal);
    expect(verdict.checks.map(({ name, ok }) => [name, ok])).to.deep.equal([
      ['signature', true],
      ['current', true],
      ['log', true],
    ]);
  });

  it('has entries of 53 bytes that say nothing of what became of a route', async () => {
    for (const change of [
      { status: 'DONE' },
      { status: 'FAILED', stage: 'REFUNDED', delivered: null },
      { mode: 'deposit', srcTx: `0x${'ab'.repeat(32)}` },
    ] as const)
      await scene.end(change);
    await scene.tick();
    const all = (await entries()).filter(({ kind }) => kind === 'receipt');

    // Three receipts, the key that signs them, and secret decoys up to a power of two.
    expect(await scene.store.reads.evidence.logSize()).to.equal(4);
    expect(new Set(all.map((one) => entryBytes(one).length))).to.deep.equal(new Set([53]));
    expect(
      new Set(all.map((one) => Buffer.from(entryBytes(one)).toString().slice(0, 21))),
    ).to.deep.equal(new Set(['interline-receipt/v1\n']));
    const known = await Promise.all(
      scene.ended.map(async (id) => {
        const { jws, salt } = await prove(id);
        return createHash('sha256').update(Buffer.from(salt, 'hex')).update(jws).digest('hex');
      }),
    );
    expect(all.map(({ hash }) => hash)).to.have.members(known);
  });

  it('has decoys up to a power of two, at least four, and nothing in a quiet minute', async () => {
    const sizes: number[] = [];
    for (const ended of [1, 0, 2, 5, 9]) {
      for (let at = 0; at < ended; at += 1) await scene.end();
      await scene.tick();
      sizes.push(await scene.store.reads.evidence.logSize());
    }

    // The first tick has the key beside the receipt.
    expect(sizes).to.deep.equal([4, 4, 8, 16, 32]);
  });

  it('has the receipts of one tick in random order', async () => {
    const ends: string[] = [];
    for (let at = 0; at < 60; at += 1) ends.push((await scene.end()).id);
    await scene.tick();
    const places = await Promise.all(ends.map(async (id) => (await prove(id)).place ?? -1));

    expect(new Set(places).size).to.equal(60);
    expect(places).to.not.deep.equal([...places].sort((a, b) => a - b));
  });

  it('takes up more than one unit holds, each receipt once', async () => {
    for (let at = 0; at < 300; at += 1) await scene.end();
    await scene.tick();
    const placed = await Promise.all(scene.ended.map(async (id) => (await prove(id)).place));

    // 255 and the key, then 45 and their decoys.
    expect(await scene.store.reads.evidence.logSize()).to.equal(256 + 64);
    expect(new Set(placed).size).to.equal(300);
    expect(placed.includes(null)).to.equal(false);
  });

  it('never takes up a receipt of the sandbox', async () => {
    const { id } = await scene.end({ isSimulated: true });
    await scene.end();
    await scene.tick();
    const { place, proof, pendingUntilMs } = await prove(id);

    expect([place, proof, pendingUntilMs]).to.deep.equal([null, null, null]);
    expect(await scene.store.reads.evidence.logSize()).to.equal(4);
  });

  it('has the thumbprint of each key that signs receipts as a leaf', async () => {
    await scene.end();
    await scene.tick();
    const [key] = await scene.evidence.receiptKeys();
    const leaf = Buffer.concat([
      Buffer.from('interline-receipt-key/v1\n'),
      Buffer.from(key?.kid ?? '', 'base64url'),
    ]);
    const leafHash = leafHashOf(leaf);
    const { index, size, proof } = await scene.evidence.log.inclusion(leafHash.toString('hex'));
    const { root } = readCheckpoint(readNote(await scene.evidence.log.checkpoint()));

    const hashes = proof.map((hash) => Buffer.from(hash, 'base64'));
    expect(isIncluded({ leafHash, index, size, root, proof: hashes })).to.equal(true);
  });

  it('goes on from each of its sizes, and shows it', async () => {
    const heads: { size: number; root: Uint8Array }[] = [];
    for (let at = 0; at < 5; at += 1) {
      await scene.end();
      await scene.tick();
      heads.push(readCheckpoint(readNote(await scene.evidence.log.checkpoint())));
    }
    for (const [at, from] of heads.entries())
      for (const to of heads.slice(at)) {
        const proof = await scene.evidence.log.consistency(from.size, to.size);
        const hashes = proof.map((hash) => Buffer.from(hash, 'base64'));
        expect(isConsistent({ from, to, proof: hashes }), `${from.size} to ${to.size}`).to.equal(
          true,
        );
      }
  });

  it('serves the hashes and the entries of its tiles, no further than its checkpoint', async () => {
    for (let at = 0; at < 5; at += 1) await scene.end();
    await scene.tick();
    const { log } = scene.evidence;
    const hashes = Buffer.from(await log.tile(0, 0, 8), 'base64');
    const leaves = await log.tileEntries(0, 8);

    expect(leaves.map((leaf) => leafHashOf(leaf).toString('hex'))).to.deep.equal(
      Array.from({ length: 8 }, (_, at) => hashes.subarray(at * 32, at * 32 + 32).toString('hex')),
    );
    for (const ask of [
      () => log.tile(0, 0, 9),
      () => log.tileEntries(0, 9),
      () => log.tile(1, 0, 1),
      () => log.inclusion('00'.repeat(32)),
      () => log.consistency(1, 9),
    ])
      expect(await codeOf(ask())).to.be.oneOf(['NOT_FOUND', 'UNKNOWN_RECORD', 'LOG_BEHIND']);
  });

  it('says that it is behind before its first checkpoint', async () => {
    expect(await codeOf(scene.evidence.log.checkpoint())).to.equal('LOG_BEHIND');
    await scene.end();
    expect(await scene.store.reads.evidence.oldestUnlogged(0)).to.equal(scene.clock.ms);
    await scene.tick();
    expect(await scene.store.reads.evidence.oldestUnlogged(4)).to.equal(null);
  });
});

async function codeOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => 'done',
    (error: unknown) => (error as { code?: unknown }).code ?? 'a fault', // CAST: refusals have codes.
  );
}
