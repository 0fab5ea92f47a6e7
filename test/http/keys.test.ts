import { RelayError } from '@interline/kernel';
import { type Service, startService } from './start-service.ts';
import { sampleKey } from '@interline/http/testing';
import { expect } from 'chai';

const unknownKey = `ak_${'b2'.repeat(24)}`;

describe("a key of one's own", () => {
  let service: Service;
  beforeEach(async () => {
    service = await startService();
  });
  afterEach(async () => service.close());

  it('is shown once, with its label and the time', async () => {
    const { status, headers, body } = await service.post('/api/keys/create', { label: 'my shop' });

    const { key, ...rest } = body;
    expect([status, headers.get('cache-control')]).to.deep.equal([200, 'no-store']);
    expect(key).to.match(/^ak_[0-9a-f]{48}$/);
    expect(rest).to.deep.equal({
      label: 'my shop',
      created: 1_800_000_005_000,
      expires: null,
      note: 'Keep it: only its hash is stored, so it cannot be shown again. Send it in the header x-svc-key; reads need none.',
    });
  });

  it('needs no label and no body, and is another each time', async () => {
    const keys = await Promise.all(
      [{}, '', { label: '' }].map((body) => service.post('/api/keys/create', body)),
    );

    expect(keys.map(({ body }) => body['label'])).to.deep.equal(['', '', '']);
    expect(new Set(keys.map(({ body }) => body['key'])).size).to.equal(3);
  });

  it('has a label of at most 80 characters, without control characters', async () => {
    const statusOf = async (label: unknown): Promise<unknown> =>
      (await service.post('/api/keys/create', { label })).body['errorCode'] ?? 200;

    expect([
      await statusOf('x'.repeat(80)),
      await statusOf('x'.repeat(81)),
      await statusOf('a\nb'),
      await statusOf('a\u0000'),
      await statusOf(7),
      await statusOf(null),
    ]).to.deep.equal([
      200,
      'BAD_REQUEST',
      'BAD_REQUEST',
      'BAD_REQUEST',
      'BAD_REQUEST',
      'BAD_REQUEST',
    ]);
    expect((await service.post('/api/keys/create', { lable: 'typo' })).body['errorCode']).to.equal(
      'BAD_REQUEST',
    );
  });

  it('reaches no use case but by its hash', async () => {
    const given: unknown[] = [];
    const listening = await startService({
      useCases: {
        apiKeys: {
          createKey: async (key) => {
            given.push(key);
            return { ...key, createdAtMs: 1, endsAtMs: null };
          },
        },
      },
    });

    const { body } = await listening.post('/api/keys/create', { label: 'my shop' });
    await listening.close();

    expect(JSON.stringify(given)).not.to.contain(String(body['key']));
    expect(given).to.deep.equal([
      {
        hash: Buffer.from(
          await crypto.subtle.digest('SHA-256', Buffer.from(String(body['key']))),
        ).toString('hex'),
        label: 'my shop',
        days: null,
      },
    ]);
  });
});

describe('a key that leaked', () => {
  let service: Service;
  beforeEach(async () => {
    service = await startService();
  });
  afterEach(async () => service.close());

  const end = (headers: Record<string, string>): Promise<Response> =>
    fetch(`${service.url}/api/keys`, { method: 'DELETE', headers });
  const codeOf = async (response: Response): Promise<unknown> =>
    ((await response.json()) as { errorCode?: unknown }).errorCode;

  it('is ended, once, by any caller that shows it', async () => {
    const { body } = await service.post('/api/keys/create', {});
    const key = String(body['key']);

    const ended = await end({ 'x-svc-key': key });
    const usage = await fetch(`${service.url}/api/keys/usage`, { headers: { 'x-svc-key': key } });

    expect([ended.status, await ended.json()]).to.deep.equal([
      200,
      { deleted: true, note: 'Other instances still take it for up to a minute.' },
    ]);
    expect(await codeOf(usage)).to.equal('UNKNOWN_KEY');
    expect(await codeOf(await end({ 'x-svc-key': key }))).to.equal('UNKNOWN_KEY');
    expect(await codeOf(await end({}))).to.equal('MISSING_FIELD');
  });

  it('was valid for ever: now it is made with an end, of 1 to 3650 days', async () => {
    const expires = async (expiresInDays: unknown): Promise<unknown> => {
      const { body } = await service.post('/api/keys/create', { expiresInDays });
      return body['expires'] ?? body['errorCode'];
    };

    expect([await expires(1), await expires(3_650)]).to.deep.equal([
      1_800_086_405_000, 2_115_360_005_000,
    ]);
    expect([
      await expires(0),
      await expires(3_651),
      await expires(1.5),
      await expires('90'),
    ]).to.deep.equal(Array(4).fill('BAD_REQUEST'));
  });
});

describe('the usage of a key', () => {
  let service: Service;
  beforeEach(async () => {
    service = await startService();
  });
  afterEach(async () => service.close());

  it('is shown to any caller that has the key, in the header, as a bearer or in the query', async () => {
    const answers = [
      await service.get('/api/keys/usage', { 'x-svc-key': sampleKey }),
      await service.get('/api/keys/usage', { authorization: `Bearer ${sampleKey}` }),
      await service.get(`/api/keys/usage?key=${sampleKey}`),
    ];

    for (const { status, body } of answers) {
      expect(status).to.equal(200);
      expect(body).to.deep.equal({
        key: {
          label: 'my shop',
          created: 1_800_000_000_000,
          expires: null,
          lastUsed: 1_800_000_004_000,
        },
        hour: {
          total: 3,
          errors: 1,
          topPaths: [
            { path: '/api/route/quote', total: 2, errors: 0 },
            { path: '/api/route/execute', total: 1, errors: 1 },
          ],
        },
        day: {
          total: 40,
          errors: 1,
          topPaths: [
            { path: '/api/route/quote', total: 39, errors: 0 },
            { path: '/api/route/execute', total: 1, errors: 1 },
          ],
        },
        recent: [{ path: '/api/route/execute', status: 422, ms: 12, ts: 1_800_000_004_000 }],
      });
    }
  });

  it('is 400 without a key, and 401 with one that was never made', async () => {
    const without = [
      await service.get('/api/keys/usage'),
      await service.get('/api/keys/usage', { 'x-svc-key': '' }),
    ];
    const unknown = [
      await service.get(`/api/keys/usage?key=${unknownKey}`),
      await service.get('/api/keys/usage?key=nonsense'),
      await service.get('/api/keys/usage', { 'x-svc-key': 'nonsense' }),
      await service.get('/api/keys/usage', { authorization: 'Bearer ak_nonsense' }),
    ];

    expect(without.map(({ status, body }) => [status, body['errorCode']])).to.deep.equal([
      [400, 'MISSING_FIELD'],
      [400, 'MISSING_FIELD'],
    ]);
    expect(
      unknown.map(({ status, headers, body }) => [
        status,
        headers.get('www-authenticate'),
        body['errorCode'],
      ]),
    ).to.deep.equal(Array.from({ length: 4 }, () => [401, 'Bearer', 'UNKNOWN_KEY']));
  });

  it('counts every request that showed the key, by its row and how it ended', async () => {
    await service.get('/api/route/chains', { 'x-svc-key': sampleKey });
    await service.post('/api/route/quote', {}, { 'x-svc-key': sampleKey });
    await service.get('/api/route/status?id=rt_0', { authorization: `Bearer ${sampleKey}` });
    for (const headers of [{}, { 'x-svc-key': unknownKey }, { 'x-svc-key': 'nonsense' }])
      await service.get('/api/route/chains', headers);
    await service.get('/api/nothing', { 'x-svc-key': sampleKey });

    expect(service.deps.asked.keyUse.map(([, { path, status }]) => [path, status])).to.deep.equal([
      ['/api/route/chains', 200],
      ['/api/route/quote', 400],
      ['/api/route/status', 404],
    ]);
    expect(service.deps.asked.keyUse.map(([, noted]) => Object.keys(noted).sort())).to.deep.equal(
      Array.from({ length: 3 }, () => ['atMs', 'path', 'status', 'tookMs']),
    );
  });
});

describe('a key in a request', () => {
  it('is in no log line and no answer, in a query neither, refused or failed', async () => {
    const service = await startService({
      useCases: {
        transfer: {
          quoteRoute: async () => {
            throw new Error(`upstream said ${sampleKey}`);
          },
        },
        apiKeys: {
          readKeyUsage: async () => {
            throw new RelayError('STORE_DOWN');
          },
        },
      },
    });
    const headers = {
      'x-svc-key': sampleKey,
      authorization: `Bearer ${sampleKey}`,
    };
    const lane = { fromChain: 8453, toChain: 42161, amount: '1', token: 'USDC' };

    const replies = [
      await service.get(`/api/keys/usage?key=${sampleKey}`, headers),
      await service.get(`/api/keys/usage?key=${sampleKey}&key=${sampleKey}`),
      await service.get(`/api/route/chains?key=${sampleKey}`),
      await service.get(`/api/nothing?key=${sampleKey}`),
      await service.post('/api/route/quote', lane, headers),
      await service.post(
        '/api/route/quote',
        { ...lane, pass: sampleKey, amount: sampleKey },
        headers,
      ),
      await service.post('/api/route/quote', lane, { ...headers, 'x-svc-pass': sampleKey }),
    ];
    await service.close();

    expect(replies.map(({ status }) => status)).to.deep.equal([503, 400, 200, 404, 500, 400, 400]);
    expect(service.deps.log.lines).to.have.length.above(4);
    expect(
      JSON.stringify([service.deps.log.lines, replies.map(({ body }) => body)]),
    ).not.to.contain(sampleKey);
  });
});
