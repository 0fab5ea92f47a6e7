import {
  isIncluded,
  isSignedBy,
  leafHashOf,
  readCheckpoint,
  readNote,
  readVerifierKey,
} from '@interline/adapters/transparency-log';
import { systemEntropy } from '@interline/adapters/entropy';
import { rowSealer } from '@interline/adapters/hpke';
import { announcingStore } from '@interline/core';
import { messaging } from '@interline/core/messaging';
import type { VerifiedPass } from '@interline/core/passes';
import { divergedIn } from '@interline/core/transparency';
import { expect } from 'chai';
import { believed } from '../support/believed-clock.ts';
import { passesOfMint } from '../support/mint-passes.ts';
import { quietLog } from '../support/quiet-log.ts';
import { openWatchedMint, type WatchedMint } from '../support/watched-mint.ts';

type Messages = ReturnType<typeof messaging.create>;

describe('the log of anchored rows', () => {
  let watched: WatchedMint;
  let messages: Messages;
  beforeEach(async () => {
    watched = await openWatchedMint();
    await watched.introduce();
    await watched.keep();
    messages = messagesOn(watched);
    const logKey = await messages.anchorLogKey();
    for (const witness of watched.witnesses) await witness.addLog(logKey);
  });
  afterEach(() => watched.close());

  it('proves every row in a checkpoint that the witnesses of the mint cosigned', async () => {
    const [first, second] = [await anchored('one'), await anchored('two')];
    await prove();
    const third = await anchored('three');
    await prove();

    const facts = [await factsOf(first), await factsOf(second), await factsOf(third)];
    expect(
      facts.map(({ index, size, isIn, isSigned }) => [index, size, isIn, isSigned]),
    ).to.deep.equal([
      [0, 2, true, true],
      [1, 2, true, true],
      [2, 3, true, true],
    ]);
    expect(facts[2]?.cosigners).to.deep.equal([
      'witness-1.example',
      'witness-2.example',
      'witness-3.example',
    ]);
  });

  it('is kept next to the log of keys, with the same key and its own name', async () => {
    const [mintKey, ownKey] = [await watched.mint.mintLogKey(), await messages.anchorLogKey()].map(
      readVerifierKey,
    );

    expect(ownKey?.name).to.equal(`${mintKey?.name}/messages`);
    expect(ownKey?.publicKey).to.deep.equal(mintKey?.publicKey);
    expect((await watched.mint.describeMint())?.shown?.leaves.length).to.equal(1);
  });

  it('gives no proof while too few witnesses answer, and all of them once enough do', async () => {
    const [one, two] = watched.witnesses;
    await Promise.all([one?.stop(), two?.stop()]);
    const id = await anchored('one');
    await prove();
    const pending = await messages.readAnchor(id);
    const back = messagesOn(
      watched,
      watched.logOf(watched.witnesses.slice(2).map(watched.settingsOf), 1),
    );
    watched.clock.ms += 30_000;
    await prove(back);

    expect(pending).to.deep.include({ proof: null });
    expect(await factsOf(id)).to.deep.include({ size: 1, isIn: true });
  });

  it('asks witnesses that refused it again after half a minute, and not before', async () => {
    let asked = 0;
    const refusing = messagesOn(watched, {
      ...watched.log,
      async cosign() {
        asked += 1;
        return { checkpoint: '', cosigned: [], refused: [refusal] };
      },
    });
    await anchored('one');
    const askedThen: number[] = [];
    for (const waitedMs of [0, 29_999, 1]) {
      watched.clock.ms += waitedMs;
      await prove(refusing);
      askedThen.push(asked);
    }

    expect(askedThen).to.deep.equal([1, 1, 2]);
  });

  it('goes on under its next name if a restored store lost rows, once an operator ordered it', async () => {
    const early = await anchored('early');
    await prove();
    const { witnesses } = watched;
    const restored = await openWatchedMint({
      secret: watched.secret,
      identity: await identityOf(watched),
      witnesses: 0,
      quorum: 2,
    });
    const log = watched.logOf(witnesses.map(watched.settingsOf));
    const others = messagesOn(restored, log);
    await restored.store.run('another row than the one that was lost', (tx) =>
      tx.messages.anchorRow('msg_other', 'other'),
    );
    await prove(others);
    const lost = divergedIn(await restored.store.reads.logs.logRecords());
    const next = await others.planNewLog();
    await restored.store.run('begin', (tx) =>
      tx.logs.beginLog({ ...next, begun: { after: next.after, size: next.size, atMs: 1 } }),
    );
    for (const witness of witnesses) await witness.addLog(await others.anchorLogKey());
    restored.clock.ms += 30_000;
    await prove(others);
    const { proof } =
      (await restored.store.reads.messages.anchorProof(0)) === null
        ? { proof: null }
        : await others.readAnchor('msg_other');
    const isWhole = divergedIn(await restored.store.reads.logs.logRecords()).length === 0;
    await restored.close();

    expect(lost.map(({ path }) => path)).to.deep.equal(['messages']);
    expect(next).to.deep.include({ path: 'messages/2', after: lost[0]?.origin });
    expect(proof).to.include(`\n\n${next.origin}\n1\n`);
    expect(isWhole).to.equal(true);
    expect(await factsOf(early)).to.deep.include({ index: 0, isIn: true });
  });

  it('sees that its tiles have rows which the store has lost, and proves none of them from the tiles', async () => {
    const { store } = watched;
    const tiles = await watched.log.tilesWith({ size: 0, readTile: async () => null }, ['a', 'b']);
    await store.run('of a newer copy', (tx) => tx.logs.keepTiles('messages', tiles));
    await store.run('anchor', (tx) => tx.messages.anchorRow('msg_1', 'a'));
    await prove();
    const fewer = divergedIn(await store.reads.logs.logRecords()).length;
    await store.run('anchor', (tx) => tx.messages.anchorRow('msg_2', 'another than b'));
    await prove(messagesOn(watched));

    expect(fewer).to.equal(1);
    expect(await store.reads.messages.provenAnchors()).to.equal(0);
  });

  it('is not asked for if nothing is new', async () => {
    await anchored('one');
    await prove();
    const unasked = messagesOn(watched, {
      ...watched.log,
      cosign: () => Promise.reject(new Error('asked')),
    });
    await prove(unasked);

    expect(await watched.store.reads.messages.provenAnchors()).to.equal(1);
  });

  it('takes over what was anchored before it had tiles, in pieces, and where a process died', async () => {
    const { store } = watched;
    await store.run('an earlier release', async (tx) => {
      for (let at = 0; at < 700; at += 1) await tx.messages.anchorRow(`row ${at}`, `hash ${at}`);
      await tx.messages.keepProofs({ size: 600, checkpoint: 'of six hundred' }, 599, [['path']]);
    });
    let pieces = 0;
    const dying = messagesOn(watched, {
      ...watched.log,
      async tilesWith(tree, leaves) {
        pieces += 1;
        if (pieces === 3) throw new Error('killed');
        return watched.log.tilesWith(tree, leaves);
      },
    });
    const id = await anchored('new');
    expect(await prove(dying).catch(String)).to.match(/killed/);
    const sizeThen = await store.reads.logs.treeSize('messages');
    await prove();

    expect([pieces, sizeThen]).to.deep.equal([3, 512]);
    expect(await factsOf(id)).to.deep.include({ index: 700, size: 701, isIn: true });
    expect(await store.reads.messages.anchorProof(599)).to.deep.equal({
      path: ['path'],
      checkpoint: 'of six hundred',
    });
    expect((await store.reads.messages.anchorProof(650))?.path.length).to.equal(8);
  });

  it('reads no leaf again that its tree has, and one tile a level', async () => {
    await watched.store.run('fill', async ({ messages: rows }) => {
      for (let at = 0; at < 600; at += 1) await rows.anchorRow(`row ${at}`, `hash ${at}`);
    });
    await prove();
    const id = await anchored('one more');
    const { reads } = watched.store;
    const read: string[] = [];
    const counted: WatchedMint['store'] = {
      ...watched.store,
      reads: {
        ...reads,
        messages: {
          ...reads.messages,
          async anchorHashes(from: number, limit: number) {
            const leaves = await reads.messages.anchorHashes(from, limit);
            read.push(`${leaves.length} leaf from ${from}`);
            return leaves;
          },
        },
        logs: {
          ...reads.logs,
          tile(log: string, level: number, place: number) {
            read.push(`${level}/${place}`);
            return reads.logs.tile(log, level, place);
          },
        },
      },
    };
    await prove(messagesOn({ ...watched, store: counted }));

    // Once for a start: its last leaf against its last tile.
    expect(read.slice(0, 3)).to.deep.equal(['1 leaf from 599', '0/2', '0/2']);
    expect(read[3]).to.equal('1 leaf from 600');
    // To grow, for the root and what witnesses get of it, and for the path.
    expect(read.slice(4)).to.deep.equal(['0/2', '1/0', '0/2', '0/2', '1/0']);
    expect(await factsOf(id)).to.deep.include({ index: 600, size: 601, isIn: true });
  });

  async function anchored(text: string): Promise<string> {
    const body = rowSealer.seal(Buffer.alloc(32, 9), text);
    const { id } = await messages.sendRow({ bucket: 1, body }, await pass());
    await messages.anchorRow(id, await pass());
    return id;
  }

  async function pass(): Promise<VerifiedPass> {
    const [taken] = await passesOfMint(watched.mint, 1);
    if (taken === undefined) throw new Error('no pass was taken');
    return watched.mint.verifyPass(taken);
  }

  async function prove(by = messages): Promise<void> {
    await by.duties.find(({ name }) => name === 'message-anchors')?.run();
  }

  /** What a reader who has the proof, the row and the log's key finds, by c2sp.org/tlog-proof. */
  async function factsOf(id: string) {
    const { proof } = await messages.readAnchor(id);
    const [, head = '', rest = ''] = /^(.*?)\n\n(.*)$/s.exec(proof ?? '') ?? [];
    const [version, index = '', ...path] = head.split('\n');
    expect(version).to.equal('c2sp.org/tlog-proof@v1');
    const note = readNote(rest);
    const { size, root } = readCheckpoint(note);
    const row = await watched.store.reads.messages.messageRow(id);
    return {
      index: Number(/^index ([0-9]+)$/.exec(index)?.[1]),
      size,
      isSigned: isSignedBy(note, readVerifierKey(await messages.anchorLogKey())),
      isIn: isIncluded({
        leafHash: leafHashOf(Buffer.from(rowSealer.hashOf(row?.body ?? ''))),
        index: Number(index.slice('index '.length)),
        size,
        root,
        proof: path.map((hash) => Buffer.from(hash, 'base64')),
      }),
      cosigners: [...new Set(note.signatures.slice(1).map(({ name }) => name))],
    };
  }
});

function messagesOn({ store, clock, log }: WatchedMint, transparencyLog = log): Messages {
  const now = (): number => clock.ms;
  const clockOfTest = { now, monotonic: now, sleep: async () => undefined, alarm: () => never };
  return messaging.create({
    store: announcingStore(store, clockOfTest),
    clock: clockOfTest,
    sureTime: believed(clockOfTest),
    entropy: systemEntropy,
    rowSealer,
    transparencyLog,
    log: quietLog,
    deployment: { messaging: { enabled: true, retentionDays: 14, coverRowsPerDay: 0 } },
  });
}

async function identityOf({ store }: WatchedMint) {
  const identity = await store.reads.logs.identity();
  if (identity === null) throw new Error('no log');
  return identity;
}

const refusal = { name: 'witness', why: 'a test', remembers: null };
const never = { rang: new Promise<void>(() => undefined), cancel: () => undefined };
