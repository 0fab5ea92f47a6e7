import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  isRecord,
  type JsonRecord,
  serviceClient,
  type ServiceClient,
  textField,
} from '@interline/cli';
import { type Devnet, startDevnet } from '@interline/devnet';
import { expect } from 'chai';
import { Wallet } from 'ethers';
import { recordField } from '../support/record-field.ts';
import { endOfRoute } from '../support/end-of-route.ts';
import { fastFolder } from '../support/fast-folder.ts';
import { type FaultyNode, faultyNode, type NodeFault } from '../support/faulty-node.ts';
import { freshAddress, freshWallet } from '../support/fresh-wallet.ts';
import { type OverheardHarness, overheardHarness } from '../support/overheard-harness.ts';
import { spendElsewhere } from '../support/payer-transaction.ts';
import { freshPayer, type Payer, send, sign } from '../support/payer.ts';
import { runInterline } from '../support/run-interline.ts';
import { leaksIn, type Secret } from '../support/secrets.ts';
import { until } from '../support/until.ts';

const source = 8453;
const destination = 42161;

describe('what the service says, at its most talkative,', () => {
  const secrets: Secret[] = [];
  const answers: { readonly asked: string; readonly text: string }[] = [];
  let devnet: Devnet;
  let harness: OverheardHarness;
  let client: ServiceClient;
  let proxies: readonly FaultyNode[];
  let dataDir: string;
  let faultOf: (methods: readonly string[]) => NodeFault = () => 'none';

  before(async () => {
    devnet = await startDevnet({ chainIds: [source, destination], port: 0 });
    dataDir = await mkdtemp(join(fastFolder, 'interline-overheard-'));
    proxies = await Promise.all(
      devnet.chains.map((chain) =>
        faultyNode(chain.rpcUrl, (methods, body) => {
          keepRaw(body);
          return faultOf(methods);
        }),
      ),
    );
    const rpcUrls = Object.fromEntries(
      devnet.chains.map((chain, index) => [
        chain.chainId,
        [withSecrets(proxies[index]?.url ?? '')],
      ]),
    );
    harness = await overheardHarness({ devnetUrl: devnet.url, dataDir, rpcUrls });
    secrets.push({ name: 'operator token', text: harness.operatorToken });
    await keepKeys();
    client = listening(harness.url);
  });
  after(async () => {
    await harness.stop();
    await Promise.all(proxies.map((proxy) => proxy.stop()));
    await devnet.stop();
    await rm(dataDir, { recursive: true, force: true });
  });
  afterEach(() => {
    faultOf = () => 'none';
  });

  it('while transfers arrive', async () => {
    const payer = await knownPayer(2_000_000n);

    const { receipt } = await send({ client }, payer, {
      from: source,
      to: destination,
      units: 1_000_000n,
    });
    const last = await endOfRoute(client, textField(receipt, 'id'));
    const again = await send({ client }, payer, {
      from: source,
      to: destination,
      units: 1_000_000n,
    });
    await endOfRoute(client, textField(again.receipt, 'id'));

    expect(last['status']).to.equal('DONE');
    expect(secrets.filter((secret) => secret.name === 'raw transaction').length).to.be.greaterThan(
      3,
    );
    nothingLeaked();
  });

  it('while it refuses', async () => {
    const payer = await knownPayer(1_000_000n);
    const { body } = await signed(payer);
    const permit = recordField(body, 'permit2');

    const codes = await codesOf([
      { ...body, toAddress: freshAddress() },
      { ...body, permit2: { ...permit, nonce: '77' } },
      { ...body, permit2: { ...permit, deadline: '1700000000' } },
      { ...body, permit2: { ...permit, owner: freshAddress() } },
      { ...body, minOut: '999999999999' },
      { ...body, mode: 'self', permit2: undefined },
    ]);
    await spendElsewhere(devnet, source, payer, 1n);
    const unready = await codesOf([body]);
    const unauthorised = await ask('POST', '/operator/refund', JSON.stringify({ id: 'rt_0' }), {
      authorization: `Bearer ${harness.operatorToken}x`,
    });
    const unknown = await ask('POST', '/operator/refund', JSON.stringify({ id: 'rt_0' }), {
      authorization: `Bearer ${harness.operatorToken}`,
    });

    expect([...codes, ...unready]).to.deep.equal([
      'INTENT_MISMATCH',
      'PERMIT_INVALID',
      'PERMIT_EXPIRED',
      'PERMIT_INVALID',
      'INTENT_MISMATCH',
      'OPERATOR_ONLY',
      'PAYER_NOT_READY',
    ]);
    expect([unauthorised['errorCode'], unknown['errorCode']]).to.deep.equal([
      'OPERATOR_ONLY',
      'UNKNOWN_ROUTE',
    ]);
    nothingLeaked();
  });

  for (const fault of ['refuse-telling', 'page-telling', 'errors-telling'] as const) {
    it(`while every node echoes what it was sent and where (${fault})`, async () => {
      const payer = await knownPayer(1_000_000n);
      const { body } = await signed(payer);
      const before = faultsSoFar();
      faultOf = () => fault;

      const unreachable = await codesOf([body]);
      const asked = await ask(
        'POST',
        '/api/agent/do',
        JSON.stringify({
          fromChain: source,
          toChain: destination,
          token: 'USDC',
          amount: '1000000',
          fromAddress: payer.address,
          toAddress: payer.address,
        }),
      );
      const status = await ask('GET', '/api/status');

      expect([unreachable, asked['errorCode']]).to.deep.equal([
        ['CHAIN_UNREACHABLE'],
        'CHAIN_UNREACHABLE',
      ]);
      expect(status).to.have.property('status');
      expect(faultsSoFar()).to.be.greaterThan(before);
      nothingLeaked();
    });

    it(`while nodes echo only transactions (${fault}), and the transfer arrives afterwards`, async () => {
      const payer = await knownPayer(1_000_000n);
      faultOf = (methods) => (methods.includes('eth_sendRawTransaction') ? fault : 'none');
      const before = faultsSoFar();

      const { receipt } = await send({ client }, payer, {
        from: source,
        to: destination,
        units: 1_000_000n,
      });
      await until('a node that says so', () => faultsSoFar() > before);
      await client.get(`/api/route/status?id=${textField(receipt, 'id')}`);
      faultOf = () => 'none';
      const last = await endOfRoute(client, textField(receipt, 'id'));

      expect(last['status']).to.equal('DONE');
      nothingLeaked();
    });
  }

  it('while clients send what they should keep to themselves', async () => {
    const payer = await knownPayer(1_000_000n);
    const { body } = await signed(payer);
    const key = payer.wallet.privateKey;
    secrets.push({ name: "a client's key", text: key });
    const { signature } = recordField(body, 'permit2');
    const bodies = [
      ...Object.keys(body).flatMap((field) =>
        [key, signature].map((secret) => ({ ...body, [field]: secret })),
      ),
      ...Object.keys(recordField(body, 'permit2')).map((field) => ({
        ...body,
        permit2: { ...recordField(body, 'permit2'), [field]: key },
      })),
      { ...body, privateKey: key },
      { ...body, permit2: signature },
      { ...body, permit2: { signature } },
      { ...body, permit2: [signature, key] },
      { [key]: body },
    ].map((one) => JSON.stringify(one));
    const broken = [
      `{"key":"${key}"`,
      key,
      `[${JSON.stringify(body)}]`,
      `${JSON.stringify(body)}${JSON.stringify(body)}`,
      JSON.stringify({ ...body, pad: 'x'.repeat(70_000) }),
    ];

    for (const path of [
      '/api/route/execute',
      '/api/floatlane/execute',
      '/api/agent/do',
      '/api/route/quote',
    ]) {
      for (const text of [...bodies, ...broken]) await ask('POST', path, text);
    }
    for (const secret of [key, `${key}\n`, `whsec_${key}`, [key]])
      await ask(
        'POST',
        '/api/hooks/register',
        JSON.stringify({ routeId: 'rt_0', url: 'https://shop.example/', secret }),
      );
    for (const url of [`https://${key}@shop.example/`, `https://127.0.0.1/${key}`])
      await ask('POST', '/api/hooks/register', JSON.stringify({ routeId: 'rt_0', url }));
    for (const path of [
      `/api/route/status?id=${key}`,
      `/api/route/status?${key}=1`,
      `/api/keys/usage?key=${key}`,
      `/api/hooks/${key}`,
    ])
      await ask('GET', path);
    for (const name of ['x-svc-key', 'x-svc-pass', 'authorization', 'cookie', 'x-forwarded-for'])
      await ask('GET', '/api/status', undefined, { [name]: key });
    await ask('POST', '/api/route/quote', JSON.stringify({ pass: key }));
    await ask('POST', '/api/route/execute', JSON.stringify(body), {
      'idempotency-key': key,
      'x-request-id': key,
      'x-sandbox': key,
      'content-type': key,
    });

    nothingLeaked();
  });

  it('while it reads a config, sound or not', async () => {
    const folder = await mkdtemp(join(fastFolder, 'interline-config-'));
    await writeFile(join(folder, 'package.json'), '{}');
    const url = withSecrets('http://127.0.0.1:9');
    const key = freshWallet().privateKey;
    secrets.push({ name: 'key in the environment', text: key });
    const sound = {
      profile: 'mainnet',
      dataDir: folder,
      logLevel: 'debug',
      server: { port: 0 },
      chains: [{ chainId: source, rpcUrls: [url] }],
      tokens: [{ chainId: source, address: 'native', symbol: 'ETH', decimals: 18, asset: 'ETH' }],
      keys: { spender: { env: 'SPENDER' }, float: { env: 'FLOAT' } },
    };
    const configs = [
      sound,
      { ...sound, keys: { spender: key, float: key } },
      { ...sound, operatorToken: key },
      { ...sound, chains: [{ chainId: source, rpcUrls: [url.replace('://', ' ')] }] },
    ];
    const env = { SPENDER: key.slice(0, -1), FLOAT: key };

    const said = await Promise.all(
      configs.map(async (config, index) => {
        const file = join(folder, `${index}.json`);
        await writeFile(file, JSON.stringify(config));
        return interline(['config', 'check', file], folder, env);
      }),
    );
    const ups = await Promise.all(
      [
        sound,
        { ...sound, chains: [{ chainId: source, rpcUrls: [url.replace('http', 'ftp')] }] },
      ].map(async (config, index) => {
        const file = join(folder, `up-${index}.json`);
        await writeFile(file, JSON.stringify(config));
        return interline(['up', '--config', file], folder, {
          ...env,
          SPENDER: index === 0 ? env.SPENDER : key,
        });
      }),
    );
    await rm(folder, { recursive: true });

    expect(said.map(({ code }) => code)).to.deep.equal([0, 1, 1, 1]);
    expect(ups.map(({ code }) => code)).to.deep.equal([1, 1]);
    for (const { text } of [...said, ...ups])
      expect(leaksIn(text, secrets), text).to.deep.equal([]);
  });

  it('while it is measured', async () => {
    const response = await fetch(`${harness.metricsUrl}/metrics`);
    answers.push({ asked: 'GET /metrics', text: await response.text() });

    expect(answers.at(-1)?.text)
      .to.contain('interline_routes_total{')
      .and.to.contain('outcome="unreachable"');
    nothingLeaked();
  });

  it('and while it stops', async () => {
    await harness.stop();

    expect(harness.heard())
      .to.contain('"level":20')
      .and.to.contain('request-refused')
      .and.to.contain('request-failed');
    nothingLeaked();
  });

  it('is listened to closely enough: what is planted is found', () => {
    for (const secret of secrets) {
      expect(
        leaksIn(`{"msg":"odd: ${secret.text.toUpperCase()}"}`, secrets),
        secret.name,
      ).to.include(secret.name);
      expect(leaksIn(Buffer.from(secret.text).toString('base64'), secrets), secret.name).to.include(
        secret.name,
      );
    }
    expect(new Set(secrets.map((secret) => secret.name))).to.deep.equal(
      new Set([
        'node URL path',
        'node URL query',
        'node URL password',
        'raw transaction',
        'operator token',
        'keystore password',
        'spender key',
        'float key',
        'payer signature',
        "a client's key",
        'key in the environment',
      ]),
    );
  });

  function nothingLeaked(): void {
    expect(leaksIn(harness.heard(), secrets), 'log').to.deep.equal([]);
    expect(
      answers.flatMap(({ asked, text }) =>
        leaksIn(text, secrets).map((name) => `${name} to ${asked}: ${text}`),
      ),
      'answers',
    ).to.deep.equal([]);
  }

  /** The command line in a process of its own. */
  async function interline(
    args: readonly string[],
    cwd: string,
    env: Readonly<Record<string, string>>,
  ): Promise<{ readonly code: number; readonly text: string }> {
    const { code, out, err } = await runInterline(args, { cwd, env });
    return { code, text: out + err };
  }

  function withSecrets(url: string): string {
    const [path = '', query = '', password = ''] = ['path', 'query', 'password'].map((part) => {
      const text = `${part}${randomBytes(16).toString('hex')}`;
      secrets.push({ name: `node URL ${part}`, text });
      return text;
    });
    return `${url.replace('http://', `http://relay:${password}@`)}/v2/${path}?apikey=${query}`;
  }

  /** The relayer's keys and the password they lie under, from the folder the harness made. */
  async function keepKeys(): Promise<void> {
    const [ledger = ''] = (await readdir(dataDir)).filter((name) => name.startsWith('devnet-'));
    const dir = join(dataDir, ledger, 'keys');
    const password = (await readFile(join(dir, 'devnet-keys'), 'utf8')).trim();
    secrets.push({ name: 'keystore password', text: password });
    for (const role of ['spender', 'float']) {
      const wallet = await Wallet.fromEncryptedJson(
        await readFile(join(dir, `${role}.keystore.json`), 'utf8'),
        password,
      );
      secrets.push({ name: `${role} key`, text: wallet.privateKey });
    }
  }

  function keepRaw(body: string): void {
    for (const [, raw = ''] of body.matchAll(
      /"eth_sendRawTransaction","params":\["(0x[0-9a-f]+)"/g,
    )) {
      if (!secrets.some((secret) => secret.text === raw))
        secrets.push({ name: 'raw transaction', text: raw });
    }
  }

  async function knownPayer(units: bigint): Promise<Payer> {
    return freshPayer({ devnet }, source, units);
  }

  function signed(payer: Payer) {
    return sign({ client }, payer, { from: source, to: destination, units: 1_000_000n });
  }

  async function codesOf(bodies: readonly JsonRecord[]): Promise<readonly unknown[]> {
    const codes: unknown[] = [];
    for (const body of bodies)
      codes.push((await ask('POST', '/api/route/execute', JSON.stringify(body)))['errorCode']);
    return codes;
  }

  async function ask(
    method: string,
    path: string,
    body?: string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<JsonRecord> {
    const response = await fetch(`${harness.url}${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
    });
    const text = await response.text();
    answers.push({
      asked: `${method} ${path.slice(0, 40)}`,
      text: `${JSON.stringify([...response.headers])}${text}`,
    });
    const json: unknown = JSON.parse(text);
    return isRecord(json) ? json : {};
  }

  /** A client whose signatures are secrets and whose answers are kept. */
  function listening(url: string): ServiceClient {
    const plain = serviceClient(url);
    return {
      get: async (path) => kept(`GET ${path}`, plain.get(path)),
      post: async (path, body, headers) => {
        for (const [, signature = ''] of JSON.stringify(body).matchAll(
          /"signature":"(0x[0-9a-fA-F]+)"/g,
        ))
          secrets.push({ name: 'payer signature', text: signature });
        return kept(`POST ${path}`, plain.post(path, body, headers));
      },
    };
  }

  async function kept(asked: string, answer: Promise<JsonRecord>): Promise<JsonRecord> {
    const body = await answer;
    answers.push({ asked, text: JSON.stringify(body) });
    return body;
  }

  function faultsSoFar(): number {
    return proxies.reduce((sum, proxy) => sum + proxy.faults, 0);
  }
});
