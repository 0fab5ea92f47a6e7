import {
  checkpointText,
  noteKey,
  noteKeyTypes,
  noteOf,
  rawPublicKey,
  readNote,
  readVerifierKey,
  verifierKey,
} from '@interline/adapters/transparency-log';
import { rootOf } from '@interline/adapters/transparency-log/testing';
import { expect } from 'chai';
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, open as openFile, readdir, readlink, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Disk, thisDisk } from './disk.ts';
import { seenCheckpoints } from './seen-checkpoints.ts';
import { type RunningWitness, startWitness } from './start-witness.ts';
import { watchedLogs } from './watched-logs.ts';
import { makeFolderDurably } from './write-durably.ts';

const origin = 'log.example/plus-mint';
const atSec = 1_800_000_000;
const leaves = Array.from({ length: 9 }, (_, at) => createHash('sha256').update(`${at}`).digest());

describe('a witness', () => {
  const log = generateKeyPairSync('ed25519');
  const logKey = noteKey(origin, noteKeyTypes.ed25519, rawPublicKey('ed25519', log.publicKey));
  let folder: string;
  let witness: RunningWitness;
  /** The error that the disk throws from now on. */
  let failure: string | null;
  let isSynced: boolean;
  const disk: Disk = {
    readdir: async (path) => (failure === null ? thisDisk.readdir(path) : failing(failure)),
    readFile: async (path) => (failure === null ? thisDisk.readFile(path) : failing(failure)),
    syncFolder: async (path) => (isSynced ? thisDisk.syncFolder(path) : failing('EIO')),
  };
  const open = () => startWitness({ folder, name: 'witness.example/w1', now: () => atSec, disk });
  beforeEach(async () => {
    failure = null;
    isSynced = true;
    folder = await mkdtemp(join(tmpdir(), 'interline-witness-'));
    witness = await open();
    await witness.addLog(verifierKey(logKey));
  });
  afterEach(async () => {
    await witness.stop();
    await rm(folder, { recursive: true });
  });

  const signed = (text: string): string => {
    const signature = sign(null, Buffer.from(text), log.privateKey);
    return noteOf({ text, signatures: [{ name: origin, keyId: logKey.keyId, signature }] });
  };
  const noteAt = (size: number, of = leaves): string =>
    signed(checkpointText({ origin, size, root: rootOf(of.slice(0, size)) }));
  const post = async (body: string): Promise<readonly [number, string]> => {
    const response = await fetch(`${witness.url}/add-checkpoint`, { method: 'POST', body });
    return [response.status, await response.text()];
  };
  const add = (old: number, note: string, proof: readonly string[] = []) =>
    post(`old ${old}\n${proof.map((line) => `${line}\n`).join('')}\n${note}`);
  const proofOf = (from: number, to: number) => provesGrowth(from, to);

  it('cosigns a log that grows, with both of its keys, and serves what it cosigned', async () => {
    const first = await add(0, noteAt(1));
    const second = await add(1, noteAt(2), proofOf(1, 2));
    const hash = createHash('sha256').update(origin).digest('hex');
    const monitored = await fetch(`${witness.url}/${hash}/checkpoint`).then((one) => one.text());

    expect([first[0], second[0]]).to.deep.equal([200, 200]);
    const wanted = witness.vkeys.map((vkey) => readVerifierKey(vkey).keyId);
    expect(readNote(`x\n\n${second[1]}`).signatures.map(({ keyId }) => keyId)).to.deep.equal(
      wanted,
    );
    expect(wanted.length).to.equal(2);
    expect(monitored).to.equal(`${noteAt(2)}${second[1]}`);
  });

  it('answers 409 and the size that it saw to any other old size', async () => {
    await add(0, noteAt(1));
    await add(1, noteAt(3), proofOf(1, 3));

    expect(await add(0, noteAt(3))).to.deep.equal([409, '3\n']);
    expect(await add(1, noteAt(3), proofOf(1, 3))).to.deep.equal([409, '3\n']);
    expect(await add(1, noteAt(1))).to.deep.equal([409, '3\n']);
  });

  it('cosigns no second history: a fork of the same size, one that grew, or a proof too many', async () => {
    const forked = [leaves[8] ?? Buffer.alloc(32), ...leaves.slice(1)];
    await add(0, noteAt(2));

    const answers = [
      await add(2, noteAt(2, forked)),
      await add(2, noteAt(3, forked), proofOf(2, 3)),
      await add(2, noteAt(3)),
      await add(2, noteAt(2), proofOf(1, 2)),
    ].map(([status]) => status);
    expect(answers).to.deep.equal([422, 422, 422, 422]);
    expect((await add(2, noteAt(2)))[0]).to.equal(200);
  });

  it('does not know other logs, or what its log did not sign', async () => {
    const text = checkpointText({ origin, size: 1, root: rootOf(leaves.slice(0, 1)) });
    const other = generateKeyPairSync('ed25519').privateKey;
    const forged = noteOf({
      text,
      signatures: [
        { name: origin, keyId: logKey.keyId, signature: sign(null, Buffer.from(text), other) },
      ],
    });

    expect((await add(0, noteAt(1).replaceAll(origin, 'other.example/mint')))[0]).to.equal(404);
    expect((await add(0, forged))[0]).to.equal(403);
    expect((await add(0, forged.replace(/— .*\n/u, `— ${origin} AAAAAAA=\n`)))[0]).to.equal(403);
  });

  it('refuses what does not follow the protocol', async () => {
    const zero = signed(checkpointText({ origin, size: 0, root: Buffer.alloc(32) }));
    expect((await add(0, zero))[0]).to.equal(422);
    for (const body of [
      '',
      `old 00\n\n${noteAt(1)}`,
      `old 0\n${noteAt(1)}`,
      `old 0\nnot base64\n\n${noteAt(1)}`,
      `old 0\nAAAA\n\n${noteAt(1)}`,
      `old 2\n\n${noteAt(1)}`,
      `old 0\n\n${noteAt(1).slice(0, 40)}`,
      `old 1\n${`${(leaves[0] ?? Buffer.alloc(32)).toString('base64')}\n`.repeat(64)}\n${noteAt(2)}`,
    ])
      expect((await post(body))[0], body.slice(0, 30)).to.equal(400);
    expect((await post('x'.repeat(140_000)).catch(() => [413]))[0]).to.equal(413);
  });

  it('remembers over a restart, and is never called by another name', async () => {
    await add(0, noteAt(2));
    const { vkeys } = witness;
    await witness.stop();
    witness = await open();

    expect(witness.vkeys).to.deep.equal(vkeys);
    expect(await add(0, noteAt(1))).to.deep.equal([409, '2\n']);
    const renamed = await startWitness({ folder, name: 'witness.example/w2' }).catch(String);
    expect(renamed).to.match(/is named witness.example\/w1/);
  });

  it("cosigns one history if 40 requests submit two at once, over two processes' worth of state", async () => {
    const twin = await open();
    const forked = [leaves[8] ?? Buffer.alloc(32), ...leaves.slice(1)];
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, at) => {
        const note = at % 2 === 0 ? noteAt(3) : noteAt(3, forked);
        const url = at % 4 < 2 ? witness.url : twin.url;
        const body = `old 0\n\n${note}`;
        return fetch(`${url}/add-checkpoint`, { method: 'POST', body }).then(({ status }) => ({
          status,
          isFork: at % 2 === 1,
        }));
      }),
    );
    await twin.stop();
    const taken = answers.filter(({ status }) => status === 200);

    expect(taken.length).to.equal(1);
    expect(answers.filter(({ status }) => status === 409).length).to.equal(39);
    const [own = ''] = await readdir(join(folder, 'checkpoints'));
    expect(await readdir(join(folder, 'checkpoints', own))).to.deep.equal(['1']);
  });

  it('refuses while its disk fails, reports this to monitors, and does not start on it', async () => {
    await add(0, noteAt(1));
    const hash = createHash('sha256').update(origin).digest('hex');
    const seen: unknown[] = [];
    for (failure of ['EMFILE', 'EIO', 'EACCES', 'ENOTDIR']) {
      const monitored = await fetch(`${witness.url}/${hash}/checkpoint`);
      seen.push([(await add(1, noteAt(2), proofOf(1, 2)))[0], monitored.status]);
    }
    const restarted = await open().catch(String);
    failure = null;

    expect(seen).to.deep.equal(Array.from({ length: 4 }, () => [503, 503]));
    expect(restarted).to.equal('Error: ENOTDIR');
    expect((await add(1, noteAt(2), proofOf(1, 2)))[0]).to.equal(200);
  });

  it('signs the last checkpoint again on every request, with the current time, and writes nothing', async () => {
    const first = await add(0, noteAt(2));
    const again = await Promise.all(Array.from({ length: 20 }, () => add(2, noteAt(2))));
    const [own = ''] = await readdir(join(folder, 'checkpoints'));

    for (const [status, body] of again)
      expect([
        status,
        readNote(`x\n\n${body}`).signatures.length,
        body.split('\n')[0],
      ]).to.deep.equal([200, 2, first[1].split('\n')[0]]);
    expect(await readdir(join(folder, 'checkpoints', own))).to.deep.equal(['1']);
  });

  it('signs one that another request has just written only once it is on disk', async () => {
    await add(0, noteAt(2));
    isSynced = false;
    const unsettled = await add(2, noteAt(2));
    isSynced = true;

    expect(unsettled).to.deep.equal([
      503,
      'what was seen cannot be read or kept now; send it again\n',
    ]);
    expect((await add(2, noteAt(2)))[0]).to.equal(200);
  });

  it('cosigns no second tree after 1,004 checkpoints, when it has too many files open to see them or slept meanwhile', async () => {
    const forked = [leaves[8] ?? Buffer.alloc(32)];
    await add(0, noteAt(1));
    const seen = seenCheckpoints(folder);
    const slept = await seen.latest(origin);
    for (let number = 1; number < 1_004; number += 1)
      await seen.advance(origin, { ...slept, number }, noteAt(1));
    const listsNothing: Disk = { ...thisDisk, readdir: () => failing('EMFILE') };
    const crowded = await startWitness({ folder, name: 'witness.example/w1', disk: listsNothing });
    const body = `old 0\n\n${noteAt(1, forked)}`;
    const answer = await fetch(`${crowded.url}/add-checkpoint`, { method: 'POST', body });
    await crowded.stop();

    expect([answer.status, await answer.text()]).to.deep.equal([
      503,
      'what was seen cannot be read or kept now; send it again\n',
    ]);
    expect([
      await seen.advance(origin, { ...slept, number: 0 }, noteAt(1, forked)),
      await seen.advance(origin, slept, noteAt(2)),
    ]).to.deep.equal([false, false]);
    expect((await seen.latest(origin)).number).to.equal(1_004);
  });

  it('has room for 256 connections, so that idle ones do not take the files that it must read', async () => {
    const { port } = new URL(witness.url);
    const idle = Array.from({ length: 256 }, () => connect(Number(port), '127.0.0.1'));
    await Promise.all(idle.map((socket) => once(socket, 'connect')));
    const full = await add(0, noteAt(1)).catch(() => null);
    for (const socket of idle) socket.destroy();

    expect(full).to.equal(null);
    while ((await add(0, noteAt(1)).catch(() => null)) === null) await setTimeout(20);
    expect(await add(0, noteAt(2))).to.deep.equal([409, '1\n']);
  });

  it('accepts no second key for a log', async () => {
    const { publicKey } = generateKeyPairSync('ed25519');
    const second = noteKey(origin, noteKeyTypes.ed25519, rawPublicKey('ed25519', publicKey));

    await witness.addLog(verifierKey(logKey));
    expect(await witness.addLog(verifierKey(second)).catch(String)).to.match(/by another key/);
    expect(await witness.addLog(witness.vkeys[0] ?? '').catch(String)).to.match(/of a witness/);
  });

  it('cosigns no more of a log once it watches one that the same key began after it, with any number', async () => {
    const raw = rawPublicKey('ed25519', log.publicKey);
    const stranger = rawPublicKey('ed25519', generateKeyPairSync('ed25519').publicKey);
    const watch = (name: string, key = raw) =>
      witness.addLog(verifierKey(noteKey(name, noteKeyTypes.ed25519, key)));
    await add(0, noteAt(1));
    await watch(`${origin}/messages`);
    await watch(`${origin}/2`, stranger);
    const before = await add(1, noteAt(2), proofOf(1, 2));
    await watch(`${origin}/10`);
    const after = [
      await add(2, noteAt(3), proofOf(2, 3)),
      await add(2, noteAt(2)),
      await add(0, noteAt(1)),
    ];
    await watch(`${origin}/9`);
    const hash = createHash('sha256').update(origin).digest('hex');
    const monitored = await fetch(`${witness.url}/${hash}/checkpoint`);

    expect([before[0], monitored.status]).to.deep.equal([200, 200]);
    const refusal = [
      404,
      `the log ${origin} is cosigned no more: it was begun anew as ${origin}/10\n`,
    ];
    expect(after).to.deep.equal([refusal, refusal, refusal]);
    expect(await add(2, noteAt(3), proofOf(2, 3))).to.deep.equal(refusal);
  });

  it('learns of a log, and of one that the same key keeps beside it, through a command', async () => {
    const { publicKey } = generateKeyPairSync('ed25519');
    const raw = rawPublicKey('ed25519', publicKey);
    const of = (name: string) => noteKey(name, noteKeyTypes.ed25519, raw);
    const main = fileURLToPath(new URL('main.ts', import.meta.url));
    const args = ['add-log', verifierKey(of('second.example')), '--beside', 'messages'];
    const child = spawn(process.execPath, [
      '--conditions=interline-source',
      main,
      ...args,
      '--folder',
      folder,
    ]);
    await once(child, 'exit');

    const logs = watchedLogs(folder);
    expect(await logs.keyOf('second.example')).to.deep.equal(of('second.example'));
    expect(await logs.keyOf('second.example/messages')).to.deep.equal(
      of('second.example/messages'),
    );
  });
});

describe('a folder of a witness', () => {
  let root: string;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'interline-witness-'));
  });
  afterEach(() => rm(root, { recursive: true }));

  it('is durable with every folder created above it, whichever request created it', async () => {
    const own = join(root, 'a', 'b');

    expect(await syncedBy(() => makeFolderDurably(own, own))).to.deep.equal([
      join(root, 'a'),
      root,
    ]);
    expect(await syncedBy(() => makeFolderDurably(own, own))).to.deep.equal([]);
    for (const _ of ['made', 'there'])
      expect(
        await syncedBy(() => makeFolderDurably(join(own, 'checkpoints', 'c'), own)),
      ).to.deep.equal([join(own, 'checkpoints'), own]);
  });
});

/** The synced paths, in order, as Linux names open files. */
async function syncedBy(act: () => Promise<void>): Promise<readonly string[]> {
  const any = await openFile('.', 'r');
  const handles = Object.getPrototypeOf(any) as typeof any; // CAST: of any handle.
  await any.close();
  const sync: unknown = Reflect.get(handles, 'sync');
  const synced: string[] = [];
  handles.sync = async function (this: typeof any) {
    synced.push(await readlink(`/proc/self/fd/${this.fd}`));
    if (typeof sync === 'function') await Reflect.apply(sync, this, []);
  };
  await act().finally(() => {
    Reflect.set(handles, 'sync', sync);
  });
  return synced;
}

function failing(code: string): Promise<never> {
  return Promise.reject(Object.assign(new Error(code), { code }));
}

describe('a witness that is killed', () => {
  it('has everything that it answered, every time', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'interline-witness-'));
    const log = generateKeyPairSync('ed25519');
    const logKey = noteKey(origin, noteKeyTypes.ed25519, rawPublicKey('ed25519', log.publicKey));
    await watchedLogs(folder).add(verifierKey(logKey));
    const held: unknown[] = [];
    for (const size of [1, 2, 3]) {
      const { url, child } = await spawned(folder);
      const root = rootOf(leaves.slice(0, size));
      const text = checkpointText({ origin, size, root });
      const signature = sign(null, Buffer.from(text), log.privateKey);
      const note = noteOf({ text, signatures: [{ name: origin, keyId: logKey.keyId, signature }] });
      const proof = size === 1 ? [] : provesGrowth(size - 1, size);
      const post = async (old: number, lines: readonly string[]): Promise<unknown> => {
        const body = `old ${old}\n${lines.map((line) => `${line}\n`).join('')}\n${note}`;
        const answer = await fetch(`${url}/add-checkpoint`, { method: 'POST', body });
        return answer.status === 409 ? answer.text() : answer.status;
      };
      if (size > 1) held.push(await post(0, []));
      held.push(await post(size - 1, proof));
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    await rm(folder, { recursive: true });

    expect(held).to.deep.equal([200, '1\n', 200, '2\n', 200]);
  });
});

async function spawned(
  folder: string,
): Promise<{ readonly url: string; readonly child: ChildProcess }> {
  const main = fileURLToPath(new URL('main.ts', import.meta.url));
  const args = ['run', '--name', 'witness.example/w1', '--folder', folder, '--port', '0'];
  const child = spawn(process.execPath, ['--conditions=interline-source', main, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [said] = (await once(child.stdout, 'data')) as [Buffer]; // CAST: a pipe's.
  return { url: / at (\S+)/.exec(said.toString())?.[1] ?? '', child };
}

/** From RFC 6962, written out for the few sizes used here. */
function provesGrowth(from: number, to: number): readonly string[] {
  const [a, b, c] = leaves.map((leaf) => leaf.toString('base64'));
  const proofs: Readonly<Record<string, readonly (string | undefined)[]>> = {
    '1-2': [b],
    '1-3': [b, c],
    '2-3': [c],
  };
  return (proofs[`${from}-${to}`] ?? [a]).map((hash) => hash ?? '');
}
