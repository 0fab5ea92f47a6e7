import { rowSealer } from '@interline/adapters/hpke';
import { expect } from 'chai';
import { type MessageScene, openMessageScene } from './message-scene.ts';

const today = '2026-11-23';
const dayMs = 86_400_000;
const body = rowSealer.sealCover();

describe('a message row', () => {
  let scene: MessageScene;
  beforeEach(async () => {
    scene = await openMessageScene();
  });
  afterEach(() => scene.close());

  it('is put into its bucket with the burn of its pass, each once', async () => {
    const { sendRow } = scene.born();
    const pass = scene.pass();
    const first = await sendRow({ bucket: 0, body }, pass);
    const second = await sendRow({ bucket: 0, body }, scene.pass());
    const refused = await codeOf(sendRow({ bucket: 0, body }, pass));

    expect(first.id).to.match(/^msg_[0-9a-f]{32}$/);
    expect(first.id).to.not.equal(second.id);
    expect([first.bucket, first.index, second.index]).to.deep.equal([0, 0, 1]);
    expect([refused, await scene.isSpent(pass), await scene.rowsIn(0, today)]).to.deep.equal([
      'PASS_SPENT',
      true,
      2,
    ]);
  });

  it('is there once, of 20 that are sent with one pass at the same time', async () => {
    const { sendRow } = scene.born();
    const pass = scene.pass();
    const sent = await Promise.all(
      Array.from({ length: 20 }, () => codeOf(sendRow({ bucket: 9, body }, pass))),
    );

    expect(sent.filter((code) => code === 'done').length).to.equal(1);
    expect(sent.filter((code) => code === 'PASS_SPENT').length).to.equal(19);
    expect(await scene.rowsIn(9, today)).to.equal(1);
  });

  it('that cannot be put leaves its pass unspent', async () => {
    const { sendRow } = scene.born({ hex: () => 'a'.repeat(32) });
    await sendRow({ bucket: 1, body }, scene.pass());
    const pass = scene.pass();
    const failed = await codeOf(sendRow({ bucket: 2, body }, pass));

    expect(failed).to.not.equal('done');
    expect([await scene.isSpent(pass), await scene.rowsIn(2, today)]).to.deep.equal([false, 0]);
    expect(await codeOf(scene.born().sendRow({ bucket: 2, body }, pass))).to.equal('done');
  });

  it('is read with 7 others at most, and what comes next after the last of them', async () => {
    const { sendRow, readMailbox } = scene.born();
    const sent: string[] = [];
    for (let n = 0; n < 17; n += 1)
      sent.push((await sendRow({ bucket: 4_095, body }, scene.pass())).id);
    const read = async (after: string | null) =>
      readMailbox({ bucket: 4_095, day: today, after }, scene.pass());
    const first = await read(null);
    const second = await read(first.next);
    const third = await read(second.next);

    expect([first, second, third].map(({ rows }) => rows.map(({ id }) => id))).to.deep.equal([
      sent.slice(0, 8),
      sent.slice(8, 16),
      sent.slice(16),
    ]);
    expect([first.next, second.next, third.next]).to.deep.equal([sent[7], sent[15], null]);
    expect((await read(sent[8] ?? null)).next).to.equal(null);
    expect((await read(sent[16] ?? null)).rows).to.deep.equal([]);
  });

  it('is looked for in its own bucket, on a day that is kept; else no pass is spent', async () => {
    const { sendRow, readMailbox } = scene.born();
    const { id } = await sendRow({ bucket: 5, body }, scene.pass());
    const ask = async (day: string, after: string | null = null, bucket = 5) => {
      const pass = scene.pass();
      const code = await codeOf(readMailbox({ bucket, day, after }, pass));
      return [code, await scene.isSpent(pass)];
    };

    expect(await ask('2026-11-24')).to.deep.equal(['BAD_REQUEST', false]);
    expect(await ask(today)).to.deep.equal(['done', true]);
    expect(await ask('2026-11-10')).to.deep.equal(['done', true]);
    expect(await ask('2026-11-09')).to.deep.equal(['BAD_REQUEST', false]);
    expect(await ask(today, id)).to.deep.equal(['done', true]);
    expect(await ask(today, id, 6)).to.deep.equal(['BAD_REQUEST', false]);
    expect(await ask('2026-11-22', id)).to.deep.equal(['BAD_REQUEST', false]);
    expect(await ask(today, 'msg_unknown')).to.deep.equal(['BAD_REQUEST', false]);
  });

  it('is kept for 14 days', async () => {
    const { sendRow, duties } = scene.born();
    await sendRow({ bucket: 3, body }, scene.pass());
    const prune = duties.find(({ name }) => name === 'message-prune');
    scene.clock.ms += 13 * dayMs;
    await prune?.run();
    const kept = await scene.rowsIn(3, today);
    scene.clock.ms += dayMs;
    await prune?.run();

    expect([kept, await scene.rowsIn(3, today)]).to.deep.equal([1, 0]);
  });
});

describe('cover', () => {
  let scene: MessageScene;
  beforeEach(async () => {
    scene = await openMessageScene();
  });
  afterEach(() => scene.close());

  it('is put for a pass, answered as a real row is, and counted the day after', async () => {
    const { addCover, sendRow, coverRowsYesterday } = scene.born();
    const pass = scene.pass();
    const cover = await addCover(pass);
    const real = await sendRow({ bucket: 1, body }, scene.pass());
    const counted = await coverRowsYesterday();
    scene.clock.ms += dayMs;

    expect(Object.keys(cover)).to.deep.equal(Object.keys(real));
    expect([
      counted,
      await coverRowsYesterday(),
      await scene.rowsIn(cover.bucket, today),
    ]).to.deep.equal([0, 1, cover.bucket === 1 ? 2 : 1]);
    expect(await codeOf(addCover(pass))).to.equal('PASS_SPENT');
    scene.clock.ms += dayMs;
    expect(await coverRowsYesterday()).to.equal(0);
  });

  it('lies in the store as a real row does: the same fields in the same order, of the same length', async () => {
    const { addCover, sendRow } = scene.born();
    const { bucket, id } = await addCover(scene.pass());
    const sent = await sendRow({ bucket, body: sealedToSomebody() }, scene.pass());
    const [cover, real] = await scene.store.reads.messages.mailbox(
      { bucket, day: today, afterPlace: -1 },
      8,
    );

    expect([cover?.id, real?.id]).to.deep.equal([id, sent.id]);
    expect(Object.keys(cover ?? {})).to.deep.equal(Object.keys(real ?? {}));
    expect([cover?.id.length, cover?.body.length]).to.deep.equal([36, 5_464]);
    expect([real?.id.length, real?.body.length]).to.deep.equal([36, 5_464]);
  });

  it('comes by itself at the rate that is set, at moments and into buckets that are drawn', async () => {
    // Of the 4 bytes drawn each second, those below 8,640 of 86,400 put a row: a tenth.
    const draws = ['00000000', '19999998', '1999999a', 'ffffffff'];
    const buckets = ['0000', 'ffff'];
    const { duties, coverRowsYesterday } = scene.born({
      coverRowsPerDay: 8_640,
      hex: (bytes) =>
        (bytes === 4 ? draws.shift() : bytes === 2 ? buckets.shift() : undefined) ??
        Buffer.from(`${draws.length}`.padStart(16, '0')).toString('hex'),
    });
    const cover = duties.find(({ name }) => name === 'message-cover');
    for (let second = 0; second < 4; second += 1) await cover?.run();
    scene.clock.ms += dayMs;

    expect(cover?.everyMs).to.equal(1_000);
    expect([
      await coverRowsYesterday(),
      await scene.rowsIn(0, today),
      await scene.rowsIn(4_095, today),
    ]).to.deep.equal([2, 1, 1]);
  });
});

describe('an anchored row', () => {
  let scene: MessageScene;
  beforeEach(async () => {
    scene = await openMessageScene();
  });
  afterEach(() => scene.close());

  it('has its number at once and its proof within a minute, for one pass', async () => {
    const { sendRow, anchorRow, readAnchor, duties } = scene.born();
    const { id } = await sendRow({ bucket: 1, body }, scene.pass());
    const pass = scene.pass();
    const pending = await anchorRow(id, pass);
    await duties.find(({ name }) => name === 'message-anchors')?.run();
    const proven = await readAnchor(id);

    const pendingUntilMs = scene.clock.ms + 60_000;
    expect(pending).to.deep.equal({ id, index: 0, proof: null, pendingUntilMs });
    expect(proven).to.deep.include({ id, index: 0, pendingUntilMs: null });
    expect(proven.proof).to.match(/^c2sp\.org\/tlog-proof@v1\nindex 0\n\n/);
    expect([await scene.isSpent(pass), await codeOf(anchorRow(id, pass))]).to.deep.equal([
      true,
      'PASS_SPENT',
    ]);
  });

  it('that is unknown costs no pass', async () => {
    const { anchorRow, readAnchor } = scene.born();
    const pass = scene.pass();

    expect(await codeOf(anchorRow('msg_unknown', pass))).to.equal('UNKNOWN_RECORD');
    expect(await codeOf(readAnchor('msg_unknown'))).to.equal('UNKNOWN_RECORD');
    expect(await scene.isSpent(pass)).to.equal(false);
  });
});

function sealedToSomebody(): string {
  return rowSealer.seal(Buffer.alloc(32, 9), 'hello');
}

async function codeOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => 'done',
    (error: unknown) => (error as { code?: unknown }).code ?? 'a fault', // CAST: refusals have codes.
  );
}
