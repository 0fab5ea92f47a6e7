import { Aes128Gcm, CipherSuite, DhkemX25519HkdfSha256, HkdfSha256 } from '@hpke/core';
import { createClient } from '@interline/client';
import {
  addCover,
  anchorMessage,
  AnchorPendingError,
  bucketOf,
  createMailbox,
  dayOf,
  openRow,
  readMessages,
  sealRow,
  sendMessage,
} from '@interline/client/messages';
import { type Pass, passText, takeTrial } from '@interline/client/passes';
import { expect } from 'chai';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fastFolder } from '../support/fast-folder.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { type Ran, runInterline } from '../support/run-interline.ts';

describe('a message', () => {
  let harness: Harness;
  let purse: Pass[];
  beforeEach(async () => {
    harness = await startHarness();
    purse = [...(await takeTrial(client(), 30)).passes];
  });
  afterEach(() => harness.stop());

  const client = () => createClient({ baseUrl: harness.url });
  const takePass = async (): Promise<Pass> => {
    const pass = purse.pop();
    if (pass === undefined) throw new Error('every pass is used');
    return pass;
  };

  it('is read by its reader, and a stranger who reads the same rows opens none', async () => {
    const [reader, stranger] = await Promise.all([createMailbox(), createMailbox()]);
    const sent = [];
    for (const text of ['good morning', 'and good night'])
      sent.push(await sendMessage(client(), { to: reader.address, text, pass: await takePass() }));
    const found = await readMessages(client(), { mailbox: reader, takePass });

    const [first, second] = sent;
    expect(found).to.deep.equal({
      messages: [
        { id: first?.id, text: 'good morning', row: first?.row },
        { id: second?.id, text: 'and good night', row: second?.row },
      ],
      rows: 2,
      last: second?.id,
      ended: { kind: 'whole' },
    });
    const { rows } = await client().call('POST /api/messages/v2/mailbox', {
      body: {
        pass: passText(await takePass()),
        bucket: first?.bucket ?? -1,
        day: first?.day ?? '',
      },
    });
    expect(rows.map(({ id }) => id)).to.deep.equal(sent.map(({ id }) => id));
    for (const { row } of rows) expect(await openRow(stranger, row)).to.equal(null);
  });

  it('is found among nine others and cover, from the row on that was read last', async () => {
    const reader = await createMailbox();
    const other = await createMailbox();
    const bucket = await bucketOf(reader.address, dayOf(Date.now()));
    const put = async (to: string, text: string): Promise<string> => {
      const body = { pass: passText(await takePass()), bucket, row: await sealRow(to, text) };
      return (await client().call('POST /api/messages/v2/send', { body })).id;
    };
    for (let n = 0; n < 9; n += 1) await put(other.address, `noise ${n}`);
    await addCover(client(), await takePass());
    const id = await put(reader.address, 'found');
    const left = purse.length;
    const found = await readMessages(client(), { mailbox: reader, takePass });
    const later = await readMessages(client(), {
      mailbox: reader,
      takePass,
      ...(found.last === null ? {} : { after: found.last }),
    });

    expect(found.messages.map((one) => [one.id, one.text])).to.deep.equal([[id, 'found']]);
    // Eight rows a pass, and the cover lies in one bucket of 4,096.
    expect([found.rows >= 10, left - purse.length]).to.deep.equal([true, 3]);
    expect(later).to.deep.equal({ messages: [], rows: 0, last: id, ended: { kind: 'whole' } });
  });

  it('that the witnesses have not signed yet is asked for later, for no further pass', async () => {
    const reader = await createMailbox();
    const sent = await sendMessage(client(), {
      to: reader.address,
      text: 'good night',
      pass: await takePass(),
    });
    const inner = client();
    let isSlow = true;
    const call: typeof inner.call = async (operation, request) => {
      const answer = await inner.call(operation, request);
      return isSlow && operation.endsWith('/plus/anchor')
        ? { ...answer, proof: null, pendingUntil: 1 }
        : answer;
    };
    const left = purse.length;

    const early: unknown = await anchorMessage({ call }, sent, { takePass, withinMs: 0 }).catch(
      (error: unknown) => error,
    );
    const paid = left - purse.length;
    isSlow = false;
    const { kept, proven } = await anchorMessage({ call }, sent, { takePass });

    expect(early).to.be.instanceOf(AnchorPendingError);
    expect([paid, left - purse.length]).to.deep.equal([1, 1]);
    expect([kept.id, kept.row, proven.index]).to.deep.equal([sent.id, sent.row, 0]);
  });

  it('is sent and read on the command line, with a separate key for each side', async () => {
    const folder = await mkdtemp(join(fastFolder, 'interline-mailboxes-'));
    const run = async (who: string, ...args: readonly string[]): Promise<Ran> =>
      runInterline([...args, '--json'], {
        env: {
          INTERLINE_URL: harness.url,
          INTERLINE_PASSES: join(folder, 'passes'),
          INTERLINE_MAILBOX: join(folder, `${who}.json`),
        },
      });
    await run('reader', 'passes', 'trial', '--count', '6');
    const { address } = JSON.parse((await run('reader', 'message', 'address')).out) as {
      address: string;
    }; // CAST: what the command prints.
    const again = await run('reader', 'message', 'address');
    const file = join(folder, 'reader.txt');
    await writeFile(file, `${address}\n`);
    const sent = await run('sender', 'message', 'send', '--to', file, '--text', 'good morning');
    const read = await run('reader', 'message', 'read');
    const unread = await run('sender', 'message', 'read');
    const wrong = await run('sender', 'message', 'send', '--to', address.slice(4), '--text', 'x');
    const long = await run('sender', 'message', 'send', '--to', file, '--text', 'x'.repeat(2_959));
    const balance = await run('sender', 'passes', 'balance');
    await rm(folder, { recursive: true });

    const { id } = JSON.parse(sent.out) as { id: string }; // CAST: what the command prints.
    expect([sent.code, sent.err, read.code, read.err]).to.deep.equal([0, '', 0, '']);
    expect(JSON.parse(again.out)).to.include({ address });
    expect(JSON.parse(read.out)).to.deep.equal({
      messages: [{ id, text: 'good morning' }],
      rows: 1,
      last: id,
      ended: 'whole',
    });
    expect(JSON.parse(unread.out)).to.deep.include({ messages: [] });
    expect([wrong.code, long.code]).to.deep.equal([2, 2]);
    // One was taken to send and one for each reading; none by what was refused here.
    expect(JSON.parse(balance.out)).to.include({ left: 3 });
  });

  it('is shown even if the bucket is full of junk, for at most as many passes as are allowed or left', async () => {
    const folder = await mkdtemp(join(fastFolder, 'interline-mailboxes-'));
    const run = (...args: readonly string[]): Promise<Ran> =>
      runInterline([...args, '--json'], {
        env: {
          INTERLINE_URL: harness.url,
          INTERLINE_PASSES: join(folder, 'passes'),
          INTERLINE_MAILBOX: join(folder, 'mailbox.json'),
        },
      });
    await run('passes', 'trial', '--count', '4');
    // CAST: what the command prints, here and below.
    const { address } = JSON.parse((await run('message', 'address')).out) as { address: string };
    const { address: other } = await createMailbox();
    const bucket = await bucketOf(address, dayOf(Date.now()));
    const ids: string[] = [];
    for (const to of [address, ...Array.from({ length: 28 }, () => other)]) {
      const body = { pass: passText(await takePass()), bucket, row: await sealRow(to, 'x') };
      ids.push((await client().call('POST /api/messages/v2/send', { body })).id);
    }
    const short = await run('message', 'read', '--most', '1');
    const empty = await run('message', 'read');
    const wrong = await run('message', 'read', '--most', '0');
    await rm(folder, { recursive: true });

    const messages = [{ id: ids[0], text: 'x' }];
    expect([short.code, JSON.parse(short.out)]).to.deep.equal([
      0,
      { messages, rows: 8, last: ids[7], ended: 'bound' },
    ]);
    // Three were left.
    expect([empty.code, JSON.parse(empty.out)]).to.deep.equal([
      3,
      { messages, rows: 24, last: ids[23], ended: 'failed' },
    ]);
    expect(empty.err).to.include('has no pass left');
    expect(wrong.code).to.equal(2);
  });

  it('is anchored by its sender and by its reader for one pass, and proven again offline, with the service that its file names', async () => {
    const folder = await mkdtemp(join(fastFolder, 'interline-anchors-'));
    const run = async (url: string, ...args: readonly string[]): Promise<Ran> =>
      runInterline(['message', ...args, '--json'], {
        env: {
          INTERLINE_URL: url,
          INTERLINE_PASSES: join(folder, 'passes'),
          INTERLINE_MAILBOX: join(folder, 'mailbox.json'),
        },
      });
    const left = async (): Promise<number> => (await readdir(purseFolder)).filter(isPass).length;
    const purseFolder = join(folder, 'passes', new URL(harness.url).host.replaceAll(':', '_'));
    const isPass = (name: string): boolean => name.endsWith('.json');
    await runInterline(['passes', 'trial', '--count', '5'], {
      env: { INTERLINE_URL: harness.url, INTERLINE_PASSES: join(folder, 'passes') },
    });
    const { address } = JSON.parse((await run(harness.url, 'address')).out) as { address: string }; // CAST: what the command prints.
    const file = join(folder, 'sent.json');

    const to = ['--to', address, '--text', 'good night'];
    const sent = await run(harness.url, 'send', ...to, '--keep', file);
    const { id } = JSON.parse(sent.out) as { id: string }; // CAST: what the command prints.
    const early = await run(harness.url, 'proof', file);
    const anchored = await run(harness.url, 'anchor', file);
    const read = await run(harness.url, 'read', '--keep', join(folder, 'read'));
    const readersFile = join(folder, 'read', `${id}.json`);
    const readers = await run(harness.url, 'anchor', readersFile);
    const passesLeft = await left();
    const atMint = harness.url;
    await harness.stop();
    const offline = await run(atMint, 'proof', file);
    const text = await readFile(file, 'utf8');
    const tampered = await Promise.all(
      [
        text.replace(/index 0/, 'index 1'),
        text.replace(/"row": "(.)/, (_row, first) => `"row": "${first === 'A' ? 'B' : 'A'}`),
        text.replace(/"origin": "/, '"origin": "x'),
        text.replace(/"proof": "/, '"proof" "'),
        text.replace(/"service": "/, '"service": "\\u001b'),
      ].map(async (changed, at) => {
        const path = join(folder, `tampered-${at}.json`);
        await writeFile(path, changed);
        const { code, err } = await run(atMint, 'proof', path);
        const { error } = JSON.parse(err) as { error: string }; // CAST: what the command prints.
        return [code, error.replaceAll(folder, '')];
      }),
    );
    const fromAnywhere = await run('http://127.0.0.1:9', 'proof', file);
    const elsewhere = await run(atMint, 'proof', file, '--url', 'http://127.0.0.1:9');
    const older = join(folder, 'older.json');
    await writeFile(older, text.replace(/,\s*"service": "[^"]*"/, ''));
    const unnamed = [
      await run(atMint, 'proof', older),
      await run('http://127.0.0.1:9', 'proof', older),
    ];
    await rm(folder, { recursive: true });

    expect([early.code, anchored.code, anchored.err]).to.deep.equal([3, 0, '']);
    const proven = JSON.parse(anchored.out) as unknown;
    expect(proven).to.deep.include({ service: atMint, index: 0, size: 1, cosigned: [] });
    expect([read.code, readers.code, JSON.parse(readers.out)]).to.deep.equal([0, 0, proven]);
    // One to send, one to anchor, one to read; the reader's row had its place already.
    expect(passesLeft).to.equal(2);
    expect([offline.code, offline.err, JSON.parse(offline.out)]).to.deep.equal([0, '', proven]);
    expect(tampered).to.deep.equal([
      [1, 'the proof names leaf 1 of a log that has 1'],
      [1, 'the path of the proof does not lead from this row to the root of the log'],
      [1, 'the proof is of another mint than the one that you know'],
      [1, '/tampered-3.json is not a row as "message send --keep" writes it'],
      [1, '/tampered-4.json is not a row as "message send --keep" writes it'],
    ]);
    expect([fromAnywhere.code, JSON.parse(fromAnywhere.out)]).to.deep.equal([0, proven]);
    expect([elsewhere.code, ...unnamed.map(({ code }) => code)]).to.deep.equal([3, 0, 3]);
  });

  it('of a client without ML-KEM is read by a foreign HPKE', async () => {
    const suite = new CipherSuite({
      kem: new DhkemX25519HkdfSha256(),
      kdf: new HkdfSha256(),
      aead: new Aes128Gcm(),
    });
    const pair = (await (suite.kem.generateKeyPair() as Promise<unknown>)) as {
      publicKey: never;
      privateKey: never;
    }; // CAST: its types name the browser's, which are not here.
    const address = Buffer.from(await suite.kem.serializePublicKey(pair.publicKey)).toString(
      'base64',
    );
    const row = new Uint8Array(Buffer.from(await sealRow(address, 'hello'), 'base64'));
    const plain = await suite.open(
      {
        recipientKey: pair.privateKey,
        info: new TextEncoder().encode('svc-message-v2').buffer,
        enc: row.slice(1_088, 1_120).buffer,
      },
      row.slice(1_120).buffer,
    );

    expect(Buffer.from(plain).subarray(0, 7).toString()).to.equal('\0\u0005hello');
  });
});
