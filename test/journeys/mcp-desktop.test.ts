import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect } from 'chai';
import { freshAddress } from '../support/fresh-wallet.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { freshPayer, type Payer } from '../support/payer.ts';
import { interlineBin, interlineEnvironment, runInterline } from '../support/run-interline.ts';
import { until } from '../support/until.ts';
import { usdcBalance } from '../support/usdc-balance.ts';

interface Reply {
  readonly isError: boolean;
  readonly body: Record<string, unknown>;
}

interface Desktop {
  call(name: string, args?: Record<string, unknown>): Promise<Reply>;
  names(): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** Each payment has its own, unless a test says another. */
const freshKey = (): string => randomBytes(8).toString('hex');
const wanted = { fromChain: '8453', toChain: '42161', amount: '2000000' };

describe('a desktop agent with "interline mcp"', () => {
  let harness: Harness;
  let relayer: string;
  let folder: string;
  let payer: Payer;
  let opened: { close(): Promise<void> }[];
  before(async () => {
    harness = await startHarness({ chainIds: [8453, 42161] });
    const info = await fetch(`${harness.url}/api/gasless/info`);
    // CAST: as documented.
    ({ relayer } = (await info.json()) as { relayer: string });
  });
  after(async () => harness.stop());
  beforeEach(async () => {
    opened = [];
    folder = await mkdtemp(join(tmpdir(), 'interline-agent-'));
    payer = await freshPayer(harness, 8453, 10_000_000n);
    await writeFile(join(folder, 'key'), payer.wallet.privateKey, { mode: 0o600 });
  });
  afterEach(async () => {
    for (const one of opened) await one.close();
    await rm(folder, { recursive: true });
  });

  const allowing = (change: object = {}): object => ({
    maxPerRoute: '300',
    maxPerDay: '500',
    tokens: ['USDC'],
    chains: [8453, 42161],
    recipients: [payer.address],
    spenders: [relayer],
    ...change,
  });
  const command = async (policy: object, url = harness.url): Promise<readonly string[]> => {
    const file = join(folder, 'policy.json');
    await writeFile(file, JSON.stringify(policy), { mode: 0o600 });
    return ['mcp', '--url', url, '--key-file', join(folder, 'key'), '--policy', file];
  };
  const environment = (): Record<string, string> => ({
    INTERLINE_AGENT: join(folder, 'agent'),
    INTERLINE_ROUTES: join(folder, 'routes'),
  });
  const open = async (policy: object, url?: string): Promise<Desktop> => {
    const client = new Client(
      { name: 'a desktop of the tests', version: '1' },
      { versionNegotiation: { mode: 'auto' } },
    );
    const env = Object.entries(interlineEnvironment(environment())).flatMap(
      ([name, value]): [string, string][] => (value === undefined ? [] : [[name, value]]),
    );
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [interlineBin(), ...(await command(policy, url))],
        env: Object.fromEntries(env),
      }),
    );
    const desktop: Desktop = {
      async call(name, args = {}) {
        const given = name === 'send' ? { idempotencyKey: freshKey(), ...args } : args;
        const { isError, structuredContent } = await client.callTool({ name, arguments: given });
        // CAST: each of our answers is an object.
        return { isError: isError === true, body: structuredContent as Record<string, unknown> };
      },
      names: async () => (await client.listTools()).tools.map(({ name }) => name),
      close: async () => client.close(),
    };
    opened.push(desktop);
    return desktop;
  };
  const codeOf = ({ isError, body }: Reply): unknown => isError && body['errorCode'];
  const wordsOf = ({ body }: Reply): string => String(body['error']);
  /** What is on disk, and what the payer still has. */
  const untouched = async (): Promise<readonly unknown[]> => [
    await readdir(join(folder, 'agent', payer.address.toLowerCase(), 'payments')).catch(() => []),
    await readdir(join(folder, 'agent', payer.address.toLowerCase())).then(
      (names) => names.filter((name) => name !== 'payments'),
      () => [],
    ),
    await usdcBalance(harness.devnet, 8453, payer.address),
  ];

  it('is offered what reads, what is allowed, and one tool that sends', async () => {
    const desktop = await open(allowing());

    expect(await desktop.names()).to.deep.equal([
      'policy',
      'send',
      'chains',
      'quote',
      'compare',
      'solve',
      'preflight',
      'status',
      'receipt',
      'ask',
      'errors',
    ]);
    expect((await desktop.call('quote', { ...wanted, token: 'USDC' })).isError).to.equal(false);
    expect(codeOf(await desktop.call('status', { id: 'rt_1' }))).to.equal('UNKNOWN_ROUTE');
    expect([
      wordsOf(await desktop.call('send', { ...wanted, token: 'USDC' })),
      wordsOf(await desktop.call('send', { fromChain: 8453 })),
    ]).to.deep.equal([
      '"token" is not a field of send; it has fromChain, toChain, amount, toAddress, fromToken, toToken, minOut, idempotencyKey',
      'toChain is missing',
    ]);
  });

  it('sends within its policy, without gas and without ever seeing the key, and what it spent is counted', async () => {
    const desktop = await open(allowing());

    const sent = await desktop.call('send', { ...wanted, toAddress: payer.address });
    const ended = await until('the route ends', async () => {
      const { body } = await desktop.call('status', { id: sent.body['id'], wait: '20' });
      return body['status'] === 'DONE' || body['status'] === 'FAILED' ? body : null;
    });

    expect(sent.isError, wordsOf(sent)).to.equal(false);
    expect(ended['status']).to.equal('DONE');
    expect(await usdcBalance(harness.devnet, 42161, payer.address)).to.equal(1_998_400n);
    expect((await desktop.call('policy')).body).to.include({
      address: payer.address,
      spentToday: '200',
      leftToday: '300',
    });
    expect(JSON.stringify([sent, ended])).not.to.contain(payer.wallet.privateKey.slice(2));
  });

  it('is refused, unsigned, what costs a cent more than a route or a day may', async () => {
    const desktop = await open(allowing());
    const send = async (amount: string): Promise<Reply> =>
      desktop.call('send', { ...wanted, amount, toAddress: payer.address });

    const dear = await send('3000001');
    expect([codeOf(dear), wordsOf(dear)]).to.deep.equal([
      'POLICY_REFUSED',
      'the policy allows 3.00 USD a route (maxPerRoute), and this is 3.01 USD',
    ]);
    expect(await untouched()).to.deep.equal([[], [], 10_000_000n]);

    expect((await send('3000000')).isError).to.equal(false);
    const above = await send('2000001');
    expect([codeOf(above), wordsOf(above)]).to.deep.equal([
      'POLICY_REFUSED',
      "the policy allows 5.00 USD a day (maxPerDay), 3.00 USD of today's are spent, and this is 2.01 USD",
    ]);
    expect((await send('2000000')).isError).to.equal(false);
  });

  it('has the same day left after it was started again', async () => {
    const first = await open(allowing());
    await first.call('send', { ...wanted, amount: '3000000', toAddress: payer.address });
    await first.close();

    const second = await open(allowing());

    expect((await second.call('policy')).body).to.include({ spentToday: '300', leftToday: '200' });
    expect(
      codeOf(await second.call('send', { ...wanted, amount: '2000001', toAddress: payer.address })),
    ).to.equal('POLICY_REFUSED');
  });

  it('shares the day with another agent of the same key, however many ask at once', async () => {
    const both = await Promise.all([open(allowing()), open(allowing())]);

    const replies = await Promise.all(
      Array.from({ length: 6 }, async (_, n) =>
        both[n % 2]?.call('send', { ...wanted, amount: '1500000', toAddress: payer.address }),
      ),
    );

    expect(replies.filter((reply) => reply?.isError === false).length).to.equal(3);
    expect((await both[0].call('policy')).body).to.include({ spentToday: '450' });
  });

  it('is refused, unsigned, another recipient, chain or token, and all of them by lists that are missing', async () => {
    const other = freshAddress();
    const desktop = await open(allowing());
    const transfer = { ...wanted, toAddress: payer.address };

    const stranger = await desktop.call('send', { ...transfer, toAddress: other });
    const chain = await desktop.call('send', { ...transfer, toChain: '10' });
    const named = await desktop.call('send', { ...transfer, fromChain: 'base' });
    const token = await desktop.call('send', { ...transfer, toToken: 'native' });
    const field = await desktop.call('send', { ...transfer, recipient: other });

    expect([stranger, chain, token].map(codeOf)).to.deep.equal(Array(3).fill('POLICY_REFUSED'));
    expect(wordsOf(stranger)).to.equal(
      `the policy does not allow recipient ${other} (recipients): it allows ${payer.address}`,
    );
    expect(wordsOf(named)).to.equal(
      'the policy does not allow chain base (chains): it allows 8453, 42161',
    );
    expect(codeOf(field)).to.equal('BAD_REQUEST');
    const { recipients: _none, ...listless } = allowing() as { recipients: unknown }; // CAST: has it.
    const strict = await open(listless);
    expect(wordsOf(await strict.call('send', transfer))).to.contain('it allows none');
    expect(await untouched()).to.deep.equal([[], [], 10_000_000n]);
    const free = await open(allowing({ recipients: ['*'] }));
    expect((await free.call('send', { ...transfer, toAddress: other })).isError).to.equal(false);
  });

  it('signs nothing for a service that puts another recipient, amount, token or relayer into its answer', async () => {
    const lies: readonly ((answer: Answer) => void)[] = [
      ({ execute }) => (execute.toAddress = freshAddress()),
      ({ execute }) => (execute.amount = '9000000'),
      ({ execute }) => (execute.toChain = 10),
      ({ signRequest }) => (signRequest.eip712.message.permitted.amount = '9000000'),
      ({ signRequest }) => (signRequest.eip712.message.permitted.token = freshAddress()),
      ({ signRequest }) =>
        (signRequest.spender = signRequest.eip712.message.spender = freshAddress()),
    ];
    const said: string[] = [];
    for (const lie of lies) {
      const liar = await lyingService(harness.url, lie);
      opened.push(liar);
      const desktop = await open(allowing(), liar.url);
      const reply = await desktop.call('send', { ...wanted, toAddress: payer.address });
      said.push(`${String(codeOf(reply))} ${wordsOf(reply)}`);
    }

    expect(said.map((words) => words.replace(/ is 0x.*| is [0-9].*|0x.*/, ''))).to.deep.equal([
      'FAILED not signed: execute.toAddress',
      'FAILED not signed: execute.amount',
      'FAILED not signed: execute.toChain',
      'FAILED not signed: eip712.message.permitted.amount',
      'FAILED not signed: eip712.message.permitted.token',
      'POLICY_REFUSED the policy does not allow spender ',
    ]);
    expect(await untouched()).to.deep.equal([[], [], 10_000_000n]);
  });

  it('answers NO_ANSWER if it is unknown whether the transfer was accepted, and counts it as spent', async () => {
    const service = await lyingService(harness.url, () => undefined, '/api/route/execute');
    opened.push(service);
    const desktop = await open(allowing(), service.url);

    const reply = await desktop.call('send', { ...wanted, toAddress: payer.address });

    expect(codeOf(reply)).to.equal('NO_ANSWER');
    expect(reply.body['suggestedAction']).to.contain('with the same idempotencyKey alone');
    expect((await desktop.call('policy')).body).to.include({ spentToday: '200' });
    await until(
      'the route that was taken arrives',
      async () => (await usdcBalance(harness.devnet, 42161, payer.address)) === 1_998_400n,
    );
  });

  it('is paid once under one key, whatever answer was lost, and however many agents ask at once', async () => {
    const service = await lyingService(harness.url, () => undefined, '/api/route/execute');
    opened.push(service);
    const payment = { ...wanted, toAddress: payer.address, idempotencyKey: 'invoice-17' };
    const first = await open(allowing(), service.url);
    const lost = await first.call('send', payment);
    const others = await Promise.all([open(allowing()), open(allowing())]);
    const again = await Promise.all(others.map((one) => one.call('send', payment)));
    const other = await others[0].call('send', { ...payment, amount: '1000000' });

    expect(codeOf(lost)).to.equal('NO_ANSWER');
    expect(again.map(({ isError }) => isError)).to.deep.equal([false, false]);
    expect(again[0]?.body['id']).to.equal(again[1]?.body['id']);
    expect([codeOf(other), wordsOf(other)]).to.deep.equal([
      'BAD_REQUEST',
      'idempotencyKey stands for another payment already; give each payment a key of its own',
    ]);
    await until(
      'the one route arrives',
      async () => (await usdcBalance(harness.devnet, 42161, payer.address)) === 1_998_400n,
    );
    expect(await usdcBalance(harness.devnet, 8453, payer.address)).to.equal(8_000_000n);
    expect((await others[0].call('policy')).body).to.include({ spentToday: '200' });
  });

  it('is one payment of several calls at once under one key', async () => {
    const both = await Promise.all([open(allowing()), open(allowing())]);
    const payment = { ...wanted, toAddress: payer.address, idempotencyKey: 'once' };

    const replies = await Promise.all(
      Array.from({ length: 6 }, async (_, n) => both[n % 2]?.call('send', payment)),
    );
    const ids = replies.flatMap((reply) => (reply?.isError === false ? [reply.body['id']] : []));
    const refused = replies
      .filter((reply) => reply?.isError === true)
      .map((one) => wordsOf(one as Reply)); // CAST: filtered.

    expect(new Set(ids).size).to.equal(1);
    for (const words of refused) expect(words).to.contain('another call with this idempotencyKey');
    expect((await both[0].call('policy')).body).to.include({ spentToday: '200' });
  });

  it('may use a key again that was refused before anything was signed', async () => {
    const desktop = await open(allowing());
    const payment = { ...wanted, toAddress: payer.address, idempotencyKey: 'mine' };
    const refused = await desktop.call('send', { ...payment, toAddress: freshAddress() });

    expect(codeOf(refused)).to.equal('POLICY_REFUSED');
    expect((await desktop.call('send', payment)).isError).to.equal(false);
  });

  it('does not start with a key that others may read, or a policy that others may write or that says something unknown', async () => {
    const run = async (policy: object): Promise<readonly unknown[]> => {
      const { code, err } = await runInterline(await command(policy), { env: environment() });
      return [code, err.trim()];
    };

    const [typo, words] = await run({ ...allowing(), recipient: ['*'] });
    const [unlimited] = await run({ ...allowing(), maxPerDay: undefined });
    await chmod(join(folder, 'policy.json'), 0o666);
    const policy = join(folder, 'policy.json');
    const args = ['mcp', '--key-file', join(folder, 'key'), '--policy', policy];
    const open = await runInterline(args, { env: environment() });
    await chmod(join(folder, 'key'), 0o640);
    const read = await runInterline(args, { env: environment() });

    expect([typo, unlimited, open.code, read.code]).to.deep.equal([2, 2, 2, 2]);
    expect(words).to.contain('"recipient" is nothing that it has');
    expect(open.err).to.contain('can be written by others than its owner');
    expect(read.err).to.contain('can be read by others than its owner');
    expect(open.err + read.err).not.to.contain(payer.wallet.privateKey.slice(2));
  });

  it('does not start with a service beyond this machine that is not asked by https', async () => {
    const { code, err } = await runInterline(await command(allowing(), 'http://relay.example'), {
      env: environment(),
    });

    expect(code).to.equal(2);
    expect(err).to.contain('--url must be https, or a service on this machine');
  });

  it('keeps what it spent in files under its key and day', async () => {
    const desktop = await open(allowing());
    await desktop.call('send', { ...wanted, toAddress: payer.address });

    const ofKey = join(folder, 'agent', payer.address.toLowerCase());
    const [day = '', payments] = await readdir(ofKey);
    expect(payments).to.equal('payments');
    expect(day).to.match(/^\d{4}-\d\d-\d\d$/);
    expect(await readdir(join(ofKey, day))).to.deep.equal(['1.spent']);
    expect(JSON.parse(await readFile(join(ofKey, day, '1.spent'), 'utf8'))).to.deep.equal({
      cents: '200',
    });
  });
});

interface Answer {
  readonly execute: { toAddress: string; amount: string; toChain: number };
  readonly signRequest: {
    spender: string;
    readonly eip712: {
      readonly message: {
        spender: string;
        readonly permitted: { amount: string; token: string };
      };
    };
  };
}

/** Passes everything on, but for what it prepares, and for an answer that it loses. */
async function lyingService(
  url: string,
  lie: (answer: Answer) => void,
  silentAt = '',
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server: Server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(Buffer.from(chunk as Uint8Array)); // CAST: bytes.
      const { method = 'GET', url: path = '' } = request;
      const answer = await fetch(`${url}${path}`, {
        method,
        headers: { 'content-type': 'application/json' },
        ...(chunks.length === 0 ? {} : { body: Buffer.concat(chunks) }),
      });
      const text = await answer.text();
      const body = JSON.parse(text) as Answer; // CAST: only where it prepares.
      if (path === silentAt) {
        request.socket.destroy();
        return;
      }
      if (path === '/api/agent/do') lie(body);
      response.writeHead(answer.status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
