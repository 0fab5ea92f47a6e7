import { startDevnet, type Devnet } from '@interline/devnet';
import { expect } from 'chai';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fastFolder } from '../support/fast-folder.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { type Ran, runInterline } from '../support/run-interline.ts';

type Lie = (path: string, body: string) => string;

/** The command line before the whole service, and before one that lies on the way. */
describe('interline mint audit', () => {
  let devnet: Devnet;
  let harness: Harness;
  let folder: string;
  let liar: Server;
  let lie: Lie;
  let url: string;
  before(async () => {
    devnet = await startDevnet({ chainIds: [8453], port: 0, witnesses: 3 });
    harness = await startHarness({ devnet });
    folder = mkdtempSync(join(fastFolder, 'interline-purse-'));
    liar = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { method = 'GET', url: path = '' } = request;
        const body = method === 'POST' ? { body: Buffer.concat(chunks) } : {};
        void fetch(`${harness.url}${path}`, {
          method,
          headers: { 'content-type': 'application/json' },
          ...body,
        }).then(async (answer) => {
          response.writeHead(answer.status, { 'content-type': 'application/json' });
          response.end(lie(path, await answer.text()));
        });
      });
    });
    await new Promise<void>((resolve) => liar.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(liar.address() as AddressInfo).port}`; // CAST: it listens on TCP.
  });
  beforeEach(() => {
    lie = (_path, body) => body;
  });
  after(async () => {
    liar.close();
    await harness.stop();
    await devnet.stop();
    rmSync(folder, { recursive: true });
  });

  const run = (...args: string[]): Promise<Ran> =>
    runInterline(args, { env: { INTERLINE_PASSES: folder } });
  const ofMint =
    (change: (view: Record<string, unknown>) => object): Lie =>
    (path, body) =>
      path === '/api/plus/mint-head'
        ? JSON.stringify(change(JSON.parse(body) as Record<string, unknown>)) // CAST: an object.
        : body;

  it('finds the mint of a devnet sound, which three witnesses watch', async () => {
    const { code, out } = await run('mint', 'audit', url);

    expect(code).to.equal(0);
    expect(out).to.match(/ok +signature +its head is signed both ways/);
    expect(out).to.match(/ok +log +its log of 1 key has the one in use/);
    expect(out).to.match(/ok +witnesses +3 witnesses cosigned .*witness-3\.devnet/);
    expect(out).to.match(/The mint is sound/);
  });

  it('is of the service that INTERLINE_URL names, if none is given', async () => {
    const env = { INTERLINE_PASSES: folder, INTERLINE_URL: url };
    const { code, out } = await runInterline(['mint', 'audit'], { env });

    expect(code).to.equal(0);
    expect(out).to.match(/The mint is sound/);
  });

  it('says what is wrong in words and by its exit code, and forgets nothing for it', async () => {
    const lies: readonly (readonly [RegExp, Lie])[] = [
      [/takes back what it said/, ofMint((view) => ({ ...view, leaves: [] }))],
      [
        /not the root of the leaves/,
        ofMint((view) => ({ ...view, latest: view['checkpoint'], leaves: ['x'] })),
      ],
      [
        /0 witnesses cosigned/,
        ofMint((view) => ({
          ...view,
          checkpoint: String(view['checkpoint']).replaceAll('witness-', 'stranger-'),
        })),
      ],
      [/no key whose head is published/, ofMint((view) => ({ ...view, head: null }))],
    ];
    for (const [words, told] of lies) {
      lie = told;
      const { code, out } = await run('mint', 'audit', url);
      expect([code, words.test(out)], out).to.deep.equal([1, true]);
      expect(out).to.match(/NOT sound/);
    }
    lie = (_path, body) => body;

    expect((await run('mint', 'audit', url)).code).to.equal(0);
    const { code, out } = await run('mint', 'audit', url, '--json', '--second', harness.url);
    expect([code, (JSON.parse(out) as { sound: boolean }).sound]).to.deep.equal([0, true]); // CAST: its own shape.
  });

  it('is repeated by "passes trial", which takes no pass of a key for only one caller', async () => {
    const taken = await run('passes', 'trial', '--count', '1', '--url', url);
    const before = passesIn();
    lie = (path, body) =>
      path === '/api/plus/info'
        ? body.replace(/"n":"(.{20})/, '"n":"$1'.replace('$1', 'z'.repeat(20)))
        : body;
    const refused = await run('passes', 'trial', '--count', '1', '--url', url);

    expect(taken.code).to.equal(0);
    expect(taken.out).to.match(/2 of 3 witnesses saw the key/);
    expect(refused.code).to.equal(1);
    expect(refused.err).to.match(/divided by|for you alone/);
    expect(passesIn()).to.equal(before);
  });

  it('takes trusted witnesses by their keys, and refuses what it cannot count', async () => {
    const keys = devnet.witnesses.flatMap(({ vkeys }) =>
      vkeys.flatMap((key) => ['--witness', key]),
    );
    const trusted = await run('mint', 'audit', url, ...keys);
    const others = await run('mint', 'audit', url, '--witness', 'w+00000000+BAAA');
    const alone = await run('mint', 'audit', url, '--quorum', '2');

    expect([trusted.code, others.code, alone.code]).to.deep.equal([0, 1, 2]);
  });

  function passesIn(): number {
    return readdirSync(folder, { recursive: true }).filter((name) => String(name).endsWith('.json'))
      .length;
  }
});
