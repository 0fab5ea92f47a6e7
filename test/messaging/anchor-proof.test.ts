import { systemEntropy } from '@interline/adapters/entropy';
import { rowSealer } from '@interline/adapters/hpke';
import {
  type AnchoredRow,
  AnchorError,
  checkAnchor,
  type ProvenAnchor,
} from '@interline/client/messages';
import type { MintPin } from '@interline/client/passes';
import { announcingStore } from '@interline/core';
import { messaging } from '@interline/core/messaging';
import type { VerifiedPass } from '@interline/core/passes';
import { expect } from 'chai';
import fc from 'fast-check';
import { believed } from '../support/believed-clock.ts';
import { passesOfMint } from '../support/mint-passes.ts';
import { quietLog } from '../support/quiet-log.ts';
import { openWatchedMint, type WatchedMint } from '../support/watched-mint.ts';

/** Five rows in the log of a mint with three witnesses, the third one with its proof; all three must have signed. */
describe('the proof of an anchored row', () => {
  let watched: WatchedMint;
  let pin: Pick<MintPin, 'origin' | 'sigPub' | 'policy'>;
  let kept: AnchoredRow;
  let others: readonly AnchoredRow[];
  before(async () => {
    watched = await openWatchedMint({ quorum: 3 });
    await watched.introduce();
    await watched.keep();
    const messages = messagesOn(watched);
    const logKey = await messages.anchorLogKey();
    for (const witness of watched.witnesses) await witness.addLog(logKey);
    const pass = async (): Promise<VerifiedPass> => {
      const [taken] = await passesOfMint(watched.mint, 1);
      if (taken === undefined) throw new Error('no pass was taken');
      return watched.mint.verifyPass(taken);
    };
    const rows: { id: string; row: string }[] = [];
    for (const text of ['one', 'two', 'three', 'four', 'five']) {
      const row = rowSealer.seal(Buffer.alloc(32, 9), text);
      const { id } = await messages.sendRow({ bucket: 1, body: row }, await pass());
      await messages.anchorRow(id, await pass());
      rows.push({ id, row });
    }
    await messages.duties.find(({ name }) => name === 'message-anchors')?.run();

    const mint = await watched.store.reads.logs.identity();
    if (mint === null) throw new Error('the mint has no log');
    const { origin, sigPub } = mint;
    const all = await Promise.all(
      rows.map(async ({ id, row }) => {
        const { proof } = await messages.readAnchor(id);
        return { id, row, mint: { origin, sigPub }, proof: proof ?? '' };
      }),
    );
    const [, , third] = all;
    if (third === undefined) throw new Error('there is no third row');
    kept = third;
    others = all.filter((one) => one !== third);
    const witnesses = watched.witnesses.flatMap(({ vkeys }) => vkeys);
    pin = { origin, sigPub: watched.log.fingerprintOf(sigPub), policy: { witnesses, quorum: 3 } };
  });
  after(() => watched.close());

  const check = (row: AnchoredRow, policy = pin.policy): Promise<ProvenAnchor> =>
    checkAnchor(row, { pin, policy, nowMs: watched.clock.ms });
  /** Why it is refused; null where it holds. */
  const refusal = (row: AnchoredRow, policy = pin.policy): Promise<string | null> =>
    check(row, policy).then(
      () => null,
      (error: unknown) => {
        expect(error).to.be.instanceOf(AnchorError);
        return error instanceof AnchorError ? error.message : '';
      },
    );

  it('shows where the row stands and which witnesses saw it when, for each of five', async () => {
    const proven = await check(kept);
    const places = await Promise.all(others.map(async (one) => (await check(one)).index));

    const atMs = 20_000 * 86_400_000;
    expect(proven).to.deep.equal({
      hash: rowSealer.hashOf(kept.row),
      index: 2,
      size: 5,
      cosigned: [
        { name: 'witness-1.example', atMs },
        { name: 'witness-2.example', atMs },
        { name: 'witness-3.example', atMs },
      ],
    });
    expect(places).to.deep.equal([0, 1, 3, 4]);
  });

  it('also verifies if the log was begun again, under the next number of its name', async () => {
    const messages = messagesOn(watched);
    const { origin, sigPub } = kept.mint;
    const path = 'messages/2';
    await watched.store.run('begin', async (tx) => {
      const begun = { after: `${origin}/messages`, size: 5, atMs: 1 };
      await tx.logs.beginLog({ path, origin: `${origin}/${path}`, begun });
    });
    const logKey = await messages.anchorLogKey();
    for (const witness of watched.witnesses) await witness.addLog(logKey);
    const row = rowSealer.seal(Buffer.alloc(32, 9), 'six');
    await watched.store.run('anchor', (tx) =>
      tx.messages.anchorRow('msg_six', rowSealer.hashOf(row)),
    );
    await messages.duties.find(({ name }) => name === 'message-anchors')?.run();
    const { proof } = await messages.readAnchor('msg_six');
    const sixth = { id: 'msg_six', row, mint: { origin, sigPub }, proof: proof ?? '' };

    expect(await check(sixth)).to.deep.include({ index: 5, size: 6 });
    expect(sixth.proof).to.include(`\n${origin}/messages/2\n`);
    expect(await refusal(kept)).to.equal(null);
  });

  it('is refused with any one character of it changed', async () => {
    const spelt = 'AQgw+/=0189 \n\n—.z';
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: kept.proof.length - 1 }),
        fc.constantFrom(...spelt),
        async (at, letter) => {
          fc.pre(kept.proof[at] !== letter);
          const proof = `${kept.proof.slice(0, at)}${letter}${kept.proof.slice(at + 1)}`;
          expect(await refusal({ ...kept, proof })).to.be.a('string');
        },
      ),
      { numRuns: 400 },
    );
  });

  it('is refused with any bit of any byte flipped, in all but the long signatures', async () => {
    const bytes = Buffer.from(kept.proof);
    const wrong: string[] = [];
    let tried = 0;
    let at = 0;
    for (const line of kept.proof.split('\n')) {
      const length = Buffer.byteLength(line) + 1;
      // A signature of ML-DSA-44 has 3,232 characters: its ends, and every hundredth between.
      for (
        let offset = 0;
        offset < length;
        offset += length > 1_000 && offset > 60 && offset < length - 8 ? 100 : 1
      ) {
        const changed = Buffer.from(bytes);
        const place = at + offset;
        if (place >= bytes.length) break;
        changed[place] = (changed[place] ?? 0) ^ (1 << (offset % 7));
        tried += 1;
        if ((await refusal({ ...kept, proof: changed.toString() })) === null)
          wrong.push(`byte ${place} of "${line.slice(0, 40)}"`);
      }
      at += length;
    }

    expect(wrong).to.deep.equal([]);
    expect(tried).to.be.above(700);
  });

  it('is refused with any line left out, repeated, or in the place of the next one', async () => {
    const lines = kept.proof.slice(0, -1).split('\n');
    const held: string[] = [];
    const tryWith = async (what: string, changed: readonly string[]): Promise<void> => {
      if ((await refusal({ ...kept, proof: `${changed.join('\n')}\n` })) === null) held.push(what);
    };
    for (const [at, line] of lines.entries()) {
      const named = line.slice(0, 30);
      await tryWith(`without ${at} ${named}`, lines.toSpliced(at, 1));
      if (!line.startsWith('—')) {
        await tryWith(`twice ${at} ${named}`, lines.toSpliced(at, 0, line));
        await tryWith(`swapped ${at} ${named}`, lines.toSpliced(at, 2, lines[at + 1] ?? '', line));
      }
    }

    expect(lines.length).to.be.above(12);
    expect(held).to.deep.equal([]);
  });

  it('says in plain words what is wrong with it', async () => {
    const lines = kept.proof.split('\n');
    const [, other] = others;
    const withLine = (from: RegExp, to: string): AnchoredRow => ({
      ...kept,
      proof: lines.map((line) => line.replace(from, to)).join('\n'),
    });
    const stranger = Buffer.alloc(1_984, 7).toString('base64');

    expect([
      await refusal({ ...kept, row: other?.row ?? '' }),
      await refusal({ ...kept, row: `${kept.row.slice(0, -4)}!AA=` }),
      await refusal({ ...kept, proof: other?.proof ?? '' }),
      await refusal(withLine(/^index 2$/, 'index 3')),
      await refusal(withLine(/^index 2$/, 'index 5')),
      await refusal(withLine(/^index 2$/, 'extra AAAA\nindex 2')),
      await refusal(withLine(/^5$/, '6')),
      await refusal({ ...kept, proof: 'c2sp.org/tlog-proof@v1\nindex 0\n\nhello\n' }),
      await refusal({ ...kept, mint: { ...kept.mint, origin: 'another.example/plus-mint' } }),
      await refusal({ ...kept, mint: { ...kept.mint, sigPub: stranger } }),
    ]).to.deep.equal([
      'the path of the proof does not lead from this row to the root of the log',
      'the row, the keys or the proof are not base64 as they were written',
      'the path of the proof does not lead from this row to the root of the log',
      'the path of the proof does not lead from this row to the root of the log',
      'the proof names leaf 5 of a log that has 5',
      'the proof is not spelt as one (c2sp.org/tlog-proof@v1)',
      'the checkpoint of the proof is not signed by the log of messages of that mint',
      'the checkpoint of the proof is not spelt as one',
      'the proof is of another mint than the one that you know',
      'the proof is of another mint than the one that you know',
    ]);
  });

  it('holds with one of three witnesses away if two are enough, and not with two away', async () => {
    const without = (...names: readonly string[]): AnchoredRow => ({
      ...kept,
      proof: kept.proof
        .split('\n')
        .filter((line) => !names.some((name) => line.startsWith(`— ${name} `)))
        .join('\n'),
    });
    const two = { ...pin.policy, quorum: 2 };

    expect([
      await refusal(without('witness-1.example'), two),
      await refusal(without('witness-1.example', 'witness-3.example'), two),
      await refusal(without(kept.mint.origin), two),
      await refusal(without(`${kept.mint.origin}/messages`), two),
    ]).to.deep.equal([
      null,
      '1 of the witnesses that you know cosigned the proof, and 2 are needed',
      null,
      'the checkpoint of the proof is not signed by the log of messages of that mint',
    ]);
  });

  it('is refused with a wrong cosignature of a known witness, though enough others are right', async () => {
    const proof = kept.proof.replace(
      /^(— witness-2\.example .{60})(.)/m,
      (_line, start, letter) => `${String(start)}${letter === 'A' ? 'B' : 'A'}`,
    );

    expect(await refusal({ ...kept, proof }, { ...pin.policy, quorum: 2 })).to.equal(
      'the cosignature of witness-2.example does not verify',
    );
  });

  it('has no cosignatures if no witness watches the mint', async () => {
    expect(await check(kept, { witnesses: [], quorum: 0 })).to.deep.include({
      index: 2,
      cosigned: [],
    });
  });

  it('does not count a witness whose clock is ten minutes ahead', async () => {
    const at = (nowMs: number): Promise<ProvenAnchor> => checkAnchor(kept, { pin, nowMs });

    expect((await at(watched.clock.ms - 600_000)).cosigned).to.have.length(3);
    const early: unknown = await at(watched.clock.ms - 600_001).catch(String);
    expect(early).to.include(
      '0 of the witnesses that you know cosigned the proof, and 3 are needed',
    );
  });
});

function messagesOn({ store, clock, log }: WatchedMint): ReturnType<typeof messaging.create> {
  const now = (): number => clock.ms;
  const clockOfTest = { now, monotonic: now, sleep: async () => undefined, alarm: () => never };
  return messaging.create({
    store: announcingStore(store, clockOfTest),
    clock: clockOfTest,
    entropy: systemEntropy,
    rowSealer,
    transparencyLog: log,
    sureTime: believed(clockOfTest),
    log: quietLog,
    deployment: { messaging: { enabled: true, retentionDays: 14, coverRowsPerDay: 0 } },
  });
}

const never = { rang: new Promise<void>(() => undefined), cancel: () => undefined };
