import { expect } from 'chai';
import { type Harness, startHarness } from '../support/harness.ts';
import { longRunning } from '../support/long-running.ts';
import { type ForeignKem, sealByOthers, type SealedByOthers } from './foreign-client.ts';

const lane = { fromChain: 8453, toChain: 42161, amount: '1000000', token: 'USDC' };

describe('the gateway of the private lane', () => {
  let harness: Harness;
  let document: Buffer;
  beforeEach(async () => {
    harness = await startHarness({ limitScale: 1, rebind: longRunning });
    const keys = await fetch(`${harness.url}/api/ohttp/keys`);
    expect(keys.headers.get('content-type')).to.equal('application/ohttp-keys');
    document = Buffer.from(await keys.arrayBuffer());
  });
  afterEach(() => harness.stop());

  const seal = (
    path: string,
    {
      kem = 'MLKEM768-X25519',
      bytes,
      ...init
    }: RequestInit & { kem?: ForeignKem; bytes?: number } = {},
  ): Promise<SealedByOthers> => {
    const headers = new Headers(init.headers);
    if (!headers.has('date')) headers.set('date', new Date().toUTCString());
    const request = new Request(`https://service.example${path}`, { ...init, headers });
    return sealByOthers(document, kem, request, bytes);
  };
  const send = async (
    bytes: Buffer,
    path = '/api/ohttp/gateway',
  ): Promise<{ readonly status: number; readonly type: string | null; readonly body: Buffer }> => {
    const answer = await fetch(`${harness.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'message/ohttp-req' },
      body: new Uint8Array(bytes),
    });
    return {
      status: answer.status,
      type: answer.headers.get('content-type'),
      body: Buffer.from(await answer.arrayBuffer()),
    };
  };
  /** The answer inside; the one around it is always a 200. */
  const ask = async (...asked: Parameters<typeof seal>) => {
    const sealed = await seal(...asked);
    const { status, type, body } = await send(sealed.bytes);
    expect([status, type], body.toString('utf8').slice(0, 300)).to.deep.equal([
      200,
      'message/ohttp-res',
    ]);
    const inner = await sealed.open(body);
    // CAST: a test's look at what the service answers.
    const json = (await inner.json()) as Record<string, unknown>;
    return {
      status: inner.status,
      headers: inner.headers,
      json,
      sent: sealed.bytes.length,
      got: body.length,
    };
  };
  const post = (body: unknown): RequestInit => ({
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

  it('answers a client that is made of others, by both of its keys and both of its paths', async () => {
    for (const kem of ['MLKEM768-X25519', 'X25519'] as const) {
      const { status, json } = await ask('/api/route/quote', { ...post(lane), kem });

      expect([status, (json['from'] as { amount: string }).amount], kem).to.deep.equal([
        200,
        '1000000',
      ]); // CAST: a quote, by its status.
    }
    const sealed = await seal('/api/status');
    const { body } = await send(sealed.bytes, '/.well-known/ohttp-gateway');
    expect((await sealed.open(body)).status).to.equal(200);
  });

  it('names the hybrid key first, and tells the same document to everybody', async () => {
    const [plain, json, wellKnown] = await Promise.all([
      fetch(`${harness.url}/api/ohttp/keys`),
      fetch(`${harness.url}/api/ohttp/keys`, { headers: { accept: 'application/json' } }),
      fetch(`${harness.url}/.well-known/ohttp-gateway`),
    ]);
    const described = (await json.json()) as { keys: string; gateway: string }; // CAST: as the row says.

    expect(document.readUInt16BE(3)).to.equal(0x647a);
    expect(Buffer.from(await plain.arrayBuffer())).to.deep.equal(document);
    expect(Buffer.from(await wellKnown.arrayBuffer())).to.deep.equal(document);
    expect([described.keys, described.gateway]).to.deep.equal([
      document.toString('base64'),
      '/api/ohttp/gateway',
    ]);
  });

  it('is one size for every request and answer, errors included', async () => {
    const asked: Parameters<typeof seal>[] = [
      ['/api/status'],
      ['/api/route/quote', post(lane)],
      ['/api/route/quote', post({ ...lane, amount: '0' })],
      ['/api/route/quote?fromChain=8453'],
      ['/api/route/compare', post(lane)],
      ['/api/nothing'],
      ['/api/keys/create', post({})],
      ['/api/route/schedule/sch_0123456789abcdef0123456789abcdef'],
      ['/api/status', { headers: { date: new Date(0).toUTCString() } }],
    ];
    const sizes = { 'MLKEM768-X25519': new Set<string>(), X25519: new Set<string>() };
    const statuses = new Set<number>();
    const note = async (
      kem: keyof typeof sizes,
      [path, init]: Parameters<typeof seal>,
    ): Promise<void> => {
      const { status, sent, got } = await ask(path, { ...init, kem });
      sizes[kem].add(`${sent} ${got}`);
      statuses.add(status);
    };
    for (let round = 0; round < 8; round += 1)
      for (const kem of ['MLKEM768-X25519', 'X25519'] as const)
        for (const one of asked) await note(kem, one);
    // All at once, so that they are beyond a minute's limit however slow the machine is.
    const crowd = Array.from({ length: 41 }, () =>
      note('X25519', ['/api/route/quote', post(lane)]),
    );
    await Promise.all(crowd);

    expect([[...sizes['MLKEM768-X25519']], [...sizes.X25519]]).to.deep.equal([
      ['17527 8224'],
      ['16439 8224'],
    ]);
    expect([...statuses].sort()).to.deep.equal([200, 400, 403, 404, 429]);
  });

  it('answers what is larger in the smallest multiple of 8,192 that holds it', async () => {
    const sealed = await seal('/openapi.json');
    const { body } = await send(sealed.bytes);
    const inner = await (await sealed.open(body)).arrayBuffer();

    expect((body.length - 32) % 8_192).to.equal(0);
    expect(body.length - 32 - inner.byteLength).to.be.within(0, 8_191);
  });

  it('takes a request once, and only near its date', async () => {
    const sealed = await seal('/api/status');
    const first = await sealed.open((await send(sealed.bytes)).body);
    const again = await sealed.open((await send(sealed.bytes)).body);
    const dated = (offMs: number) =>
      ask('/api/status', { headers: { date: new Date(Date.now() + offMs).toUTCString() } });
    const [near, old, early] = [await dated(-100_000), await dated(-130_000), await dated(130_000)];
    const undated = await sealByOthers(
      document,
      'X25519',
      new Request('https://service.example/api/status'),
    );
    const without = await undated.open((await send(undated.bytes)).body);

    expect([first.status, again.status]).to.deep.equal([200, 409]);
    expect(((await again.json()) as { errorCode: string }).errorCode).to.equal('REQUEST_REPLAYED'); // CAST: an error.
    expect([near.status, old.status, early.status, without.status]).to.deep.equal([
      200, 400, 400, 400,
    ]);
    expect([
      old.json['errorCode'],
      old.json['type'],
      old.headers.get('content-type'),
    ]).to.deep.equal([
      'DATE_OUTSIDE_WINDOW',
      'https://iana.org/assignments/http-problem-types#date',
      'application/problem+json',
    ]);
  });

  it('serves no operator, no API keys, no webhooks, no root, and nothing of another origin or spelling', async () => {
    for (const [path, method] of [
      ['/operator/status', 'GET'],
      ['/operator/pause', 'POST'],
      ['/api/keys/create', 'POST'],
      ['/api/keys/usage?key=k', 'GET'],
      ['/api/hooks/register', 'POST'],
      ['/api/ohttp/gateway', 'POST'],
      ['/.well-known/ohttp-gateway', 'GET'],
      ['/healthz', 'GET'],
      ['/devnet', 'GET'],
      ['/docs', 'GET'],
      ['/api/status', 'DELETE'],
      ['/api/status/', 'GET'],
      ['/api//status', 'GET'],
      ['/API/status', 'GET'],
      ['/api/%73tatus', 'GET'],
      ['/api/route/schedule/..%2f..%2f..%2foperator', 'GET'],
    ] as const) {
      const { status, json } = await ask(path, { ...(method === 'POST' ? post({}) : { method }) });
      expect([status, json['errorCode']], path).to.deep.equal([403, 'TARGET_NOT_ALLOWED']);
    }
  });

  it('tells its keys inside too, to those who would not be seen asking for them', async () => {
    const { status, json } = await ask('/api/ohttp/keys');

    expect([status, json['keys']]).to.deep.equal([200, document.toString('base64')]);
  });

  it('says in the open only what a relay may know: an unknown key, another size, too many bytes', async () => {
    const problem = async (bytes: Buffer) => {
      const { status, type, body } = await send(bytes);
      // CAST: a problem, by its type.
      const { errorCode, type: kind } = JSON.parse(body.toString('utf8')) as Record<string, string>;
      return [status, type, errorCode, kind];
    };
    const { bytes } = await seal('/api/status');
    const unknown = Buffer.from(bytes);
    unknown.writeUInt8(200, 0);
    const changed = Buffer.from(bytes);
    changed.writeUInt8(changed.readUInt8(9_000) ^ 1, 9_000);
    const key = [
      422,
      'application/problem+json',
      'UNKNOWN_LANE_KEY',
      'https://iana.org/assignments/http-problem-types#ohttp-key',
    ];

    expect(await problem(unknown)).to.deep.equal(key);
    expect(await problem(changed)).to.deep.equal(key);
    expect(await problem(Buffer.alloc(3))).to.deep.equal(key);
    expect(
      (await problem((await seal('/api/status', { bytes: 16_383 })).bytes)).slice(0, 3),
    ).to.deep.equal([400, 'application/problem+json', 'BAD_REQUEST']);
    for (const [kem, longer] of [
      ['MLKEM768-X25519', 16_385],
      ['X25519', 16_385],
      ['X25519', 40_000],
    ] as const)
      expect(
        (await problem((await seal('/api/status', { kem, bytes: longer })).bytes)).slice(0, 3),
      ).to.deep.equal([413, 'application/problem+json', 'BODY_TOO_LARGE']);
  });

  it('takes no header of the sender inside: no key, no sandbox, no Idempotency-Key, no address', async () => {
    const order = {
      ...lane,
      fromAddress: `0x${'11'.repeat(20)}`,
      toAddress: `0x${'22'.repeat(20)}`,
    };
    const { status, json } = await ask('/api/route/execute', {
      ...post({ ...order, dryRun: false }),
      headers: {
        'content-type': 'application/json',
        'x-svc-sandbox': '1',
        'idempotency-key': 'one-and-the-same',
        'x-forwarded-for': '203.0.113.7',
        'x-svc-key': 'svc_0123456789abcdef',
      },
    });

    // In the sandbox it would start; without it, and without a permit, it is the operator's.
    expect([status, json['errorCode']]).to.deep.equal([403, 'OPERATOR_ONLY']);
  });

  it('counts all who ask to one client, and no other', async () => {
    for (let n = 0; n < 40; n += 1) await ask('/api/route/quote', { ...post(lane), kem: 'X25519' });
    const inside = await ask('/api/route/quote', { ...post(lane), kem: 'X25519' });
    const outside = await fetch(`${harness.url}/api/route/quote`, post(lane));

    expect([inside.status, inside.json['errorCode'], outside.status]).to.deep.equal([
      429,
      'RATE_LIMITED',
      200,
    ]);
    expect(outside.headers.get('ratelimit-remaining')).to.equal('39');
    expect(inside.headers.get('retry-after')).to.match(/^[0-9]+$/);
  });
});
