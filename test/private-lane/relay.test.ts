import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from '@interline/client';
import { passText, takeTrial } from '@interline/client/passes';
import { privateFetch } from '@interline/client/private';
import type { RelayState } from '@interline/core/private-lane';
import { type Relay, startRelay } from '@interline/relay';
import { parts } from '@interline/server';
import { expect } from 'chai';
import { fastFolder } from '../support/fast-folder.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { type Ran, runInterline } from '../support/run-interline.ts';

const lane = { fromChain: '8453', toChain: '42161', amount: '1000000', fromToken: 'USDC' };
const wire = { ...lane, toToken: 'USDC' };

describe('the private lane through its relay', () => {
  let harness: Harness;
  let own: Relay | null;
  let nowMs: number;
  const open = async (): Promise<void> => {
    harness = await startHarness({
      limitScale: 1,
      rebind: (container) => {
        const deployment = container.get(parts.deployment);
        const clock = container.get(parts.clock);
        const relays = [
          ...deployment.privateLane.relays,
          { url: own?.url ?? '', region: 'eu', operator: 'somebody', independent: true },
        ].filter(({ url }) => url !== '');
        container
          .rebind(parts.deployment)
          .toConstantValue({ ...deployment, privateLane: { enabled: true, relays } });
        container
          .rebind(parts.clock)
          .toConstantValue({ ...clock, monotonic: () => clock.monotonic() + nowMs });
      },
    });
  };
  beforeEach(() => {
    own = null;
    nowMs = 0;
  });
  afterEach(async () => {
    await own?.close();
    await harness.stop();
  });

  const status = (path: string, init: RequestInit, of = fetch): Promise<number> =>
    of(`${harness.url}${path}`, init).then((answer) => answer.status);
  const post = (body: object, headers: Record<string, string> = {}): RequestInit => ({
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

  it("answers our own client, and takes a pass once the lane's quota is used up", async () => {
    await open();
    const { passes } = await takeTrial(createClient({ baseUrl: harness.url }), 2);
    const asked = privateFetch({ baseUrl: harness.url });
    const client = createClient({ baseUrl: harness.url, fetch: asked, tries: 1 });
    const first = await client.quote(wire);
    await Promise.all(
      Array.from({ length: 39 }, () =>
        status('/api/route/quote', post(wire), asked as typeof fetch),
      ),
    );
    const without = await status('/api/route/quote', post(wire), asked as typeof fetch);
    const paid = passes.map((pass) => ({ 'x-svc-pass': passText(pass) }));
    const withPass = await client.quote(wire, { headers: paid[0] ?? {} });
    const spentTwice = await status(
      '/api/route/quote',
      post({ ...wire, amount: '2000000' }, paid[0]),
      asked as typeof fetch,
    );
    const outside = await status('/api/route/quote', post(wire));

    expect([first.from.amount, withPass.from.amount]).to.deep.equal(['1000000', '1000000']);
    expect([without, spentTwice, outside]).to.deep.equal([429, 409, 200]);
  });

  it('is used by the command line, with a pass of the caller', async () => {
    await open();
    const purse = await mkdtemp(join(fastFolder, 'interline-purse-'));
    const env = { INTERLINE_PASSES: purse, INTERLINE_URL: harness.url };
    const trial = await runInterline(['passes', 'trial', '--count', '2'], { env });
    const quote = [
      'quote',
      '--private',
      '--from',
      '8453',
      '--to',
      '42161',
      '--amount',
      '5',
      '--json',
    ];
    const plain = await runInterline(quote, { env });
    const paid = await runInterline([...quote, '--pass'], { env });
    const balance = await runInterline(['passes', 'balance', '--json'], { env });
    await rm(purse, { recursive: true });
    const amountIn = ({ out }: Ran): string =>
      (JSON.parse(out) as { from: { amount: string } }).from.amount; // CAST: a quote.

    expect([trial.code, plain.code, paid.code, paid.err]).to.deep.equal([0, 0, 0, '']);
    expect(plain.err).to.match(/was asked itself for the keys of its private lane/);
    expect([amountIn(plain), amountIn(paid)]).to.deep.equal(['5000000', '5000000']);
    expect(balance.out).to.match(/"left": 1\b/);
  });

  it('carries messages, passes and the status of the command line: nothing but the keys is asked of the service itself', async () => {
    await open();
    const folder = await mkdtemp(join(fastFolder, 'interline-purse-'));
    const direct: string[] = [];
    const service = createServer(({ method, url = '', headers: { accept = '' } }, response) => {
      direct.push(`${method} ${url}`);
      void fetch(`${harness.url}${url}`, { headers: { accept } }).then(async (answer) => {
        response.writeHead(answer.status, { 'content-type': 'application/json' });
        response.end(await answer.text());
      });
    });
    await once(service.listen(0, '127.0.0.1'), 'listening');
    const { port } = service.address() as AddressInfo; // CAST: it listens on TCP.
    const env = {
      INTERLINE_PASSES: join(folder, 'passes'),
      INTERLINE_MAILBOX: join(folder, 'mailbox.json'),
      INTERLINE_URL: `http://127.0.0.1:${port}`,
    };
    const run = (...args: readonly string[]): Promise<Ran> =>
      runInterline([...args, '--json'], { env });
    const { address } = JSON.parse((await run('message', 'address')).out) as { address: string }; // CAST: what the command prints.
    const file = join(folder, 'sent.json');

    const begun = `inv_${'a'.repeat(32)}`;
    const purse = join(env.INTERLINE_PASSES, `127.0.0.1_${port}`);
    await mkdir(purse, { recursive: true });
    await writeFile(
      join(purse, `${begun}.invoice`),
      JSON.stringify({ id: begun, state: 'open', tokens: 1_000, expiresAt: 0 }),
    );

    const ran = [
      await run('passes', 'trial', '--private'),
      await run('message', 'send', '--private', '--to', address, '--text', 'hello', '--keep', file),
      await run('message', 'read', '--private'),
      await run('message', 'anchor', file, '--private'),
      await run('passes', 'balance', '--private'),
    ];
    const tooMany = await run('passes', 'trial', '--private', '--count', '46');
    const unknown = await run('status', `rt_${'0'.repeat(32)}`, '--private');
    service.close();
    await rm(folder, { recursive: true });

    expect(ran.map(({ code }) => code)).to.deep.equal([0, 0, 0, 0, 0]);
    expect(ran[2]?.out).to.match(/"text": "hello"/);
    // One each to send, to read and to anchor.
    expect(ran[4]?.out).to.match(/"left": 42\b/);
    // As it was kept: the service, which would not know it, was not asked.
    expect(ran[4]?.out).to.match(/"state": "open"/);
    expect(tooMany.code).to.equal(2);
    expect(tooMany.err).to.include('one private request takes 1 to 45 passes');
    expect(unknown.err).to.include('UNKNOWN_ROUTE');
    expect(direct).to.deep.equal(['GET /api/ohttp/keys']);
  });

  it('sends nothing again whose answer was lost', async () => {
    await open();
    let sealed = 0;
    const cut = privateFetch({
      baseUrl: harness.url,
      fetch: async (url, init) => {
        if (init.method !== 'POST') return fetch(url, init);
        sealed += 1;
        throw new Error('the connection broke');
      },
    });
    const client = createClient({ baseUrl: harness.url, fetch: cut, tries: 3 });
    const outcome = await client.quote(wire).catch((error: unknown) => String(error));

    expect([sealed, outcome]).to.deep.equal([
      1,
      'NoAnswerError: the answer to a private request was lost; see what became of it before another: the connection broke',
    ]);
  });

  it('is seen as it is: a relay that mixes, one that pauses, one that is gone', async () => {
    let gateway: string | null = null;
    own = await startRelay({ port: 0, host: '127.0.0.1', gateway: () => gateway, batchMs: 50 });
    await open();
    gateway = `${harness.url}/api/ohttp/gateway`;
    const { relayStates } = harness.container.get(parts.privateLane);
    const seen = async (): Promise<readonly RelayState['state'][]> => {
      nowMs += 15_000;
      return (await relayStates()).map(({ state }) => state);
    };

    const up = await relayStates();
    own.pause(true);
    const paused = await seen();
    own.pause(false);
    const again = await seen();
    await own.close();
    const gone = await seen();
    gateway = null;

    expect(up.map(({ url: _, probedAtMs: __, ...one }) => one)).to.deep.equal([
      {
        region: 'this machine',
        operator: 'the devnet',
        independent: false,
        state: 'ok',
        isBatching: false,
        batchMs: 250,
      },
      {
        region: 'eu',
        operator: 'somebody',
        independent: true,
        state: 'ok',
        isBatching: false,
        batchMs: 50,
      },
    ]);
    expect([paused, again, gone]).to.deep.equal([
      ['ok', 'paused'],
      ['ok', 'ok'],
      ['ok', 'down'],
    ]);
    own = null;
  });

  it('checks a relay once in 15 seconds, however many callers ask', async () => {
    await open();
    const { relayStates } = harness.container.get(parts.privateLane);
    const all = await Promise.all([relayStates(), relayStates(), relayStates()]);
    nowMs += 14_000;
    const later = await relayStates();

    for (const one of [...all, later]) expect(one).to.equal(all[0]);
  });
});
