import { expect } from 'chai';
import { operatorToken, sampleHookState, sampleRoute } from '@interline/http/testing';
import { type Service, startService } from './start-service.ts';

const routeId = sampleRoute().id;
const { hook } = sampleHookState;
const url = 'https://shop.example/interline?order=7';

describe('hooks over HTTP', () => {
  let service: Service;
  beforeEach(async () => {
    service = await startService();
  });
  afterEach(async () => service.close());

  it('are registered for a route, and never show their secret', async () => {
    const { status, body } = await service.post('/api/hooks/register', {
      routeId,
      url,
      secret: 'canary-secret',
    });
    await service.post('/api/hooks/register', { routeId, url: 'http://shop.example' });

    expect(status).to.equal(200);
    expect(body).to.deep.equal({
      id: hook.id,
      routeId,
      url,
      status: 'pending',
      note: 'The URL is called when the route reaches DONE or FAILED, at least once, and again for more than a day where it does not answer 2xx.',
    });
    const { hooks } = service.deps.asked;
    expect(hooks.map(({ client: _client, ...asked }) => asked)).to.deep.equal([
      { routeId, url, secret: 'canary-secret' },
      { routeId, url: 'http://shop.example', secret: null },
    ]);
    // Whose turn their deliveries take: one client's, whose address is not kept.
    expect(new Set(hooks.map(({ client }) => client)).size).to.equal(1);
    expect(JSON.stringify(hooks)).not.to.contain('127.0.0.1');
    expect(JSON.stringify(service.deps.log.lines)).not.to.contain('canary-secret');
  });

  it('are refused without a route or URL, with a strange secret, for an inner address and for an unknown route', async () => {
    const refused = async (body: unknown) => {
      const reply = await service.post('/api/hooks/register', body);
      return [
        reply.status,
        reply.body['errorCode'],
        (reply.body['details'] as Record<string, unknown> | undefined)?.['field'],
      ]; // CAST: a test's look at one member.
    };

    expect(await refused({ url })).to.deep.equal([400, 'MISSING_FIELD', 'routeId']);
    expect(await refused({ routeId })).to.deep.equal([400, 'MISSING_FIELD', 'url']);
    expect(await refused({ routeId, url: 7 })).to.deep.equal([400, 'BAD_REQUEST', 'url']);
    expect(await refused({ routeId: 'rt_\u0000', url })).to.deep.equal([
      400,
      'BAD_REQUEST',
      'routeId',
    ]);
    expect(await refused({ routeId, url, secrets: 'x' })).to.deep.equal([
      400,
      'BAD_REQUEST',
      'secrets',
    ]);
    for (const secret of [
      '',
      7,
      'x'.repeat(257),
      'two\nlines',
      'whsec_',
      'whsec_not base64',
      'whsec_AAAAA',
      `whsec_${'A'.repeat(252)}`,
    ]) {
      expect(await refused({ routeId, url, secret }), String(secret)).to.deep.equal([
        400,
        'BAD_REQUEST',
        'secret',
      ]);
    }
    expect(await refused({ routeId, url: 'http://10.0.0.1/' })).to.deep.equal([
      400,
      'UNSAFE_URL',
      'url',
    ]);
    expect((await refused({ routeId: 'rt_unknown', url })).slice(0, 2)).to.deep.equal([
      404,
      'UNKNOWN_ROUTE',
    ]);
  });

  it('do not repeat a secret they refuse', async () => {
    const { body } = await service.post('/api/hooks/register', {
      routeId,
      url,
      secret: 'whsec_canary',
    });

    expect(body['error']).to.equal(
      'secret must be a text of 1 to 256 characters; after "whsec_" it must be base64; got another',
    );
  });

  it('take secrets of 1 to 256 characters, and the form of Standard Webhooks', async () => {
    for (const secret of [
      'x',
      'x'.repeat(256),
      'grün & gut',
      'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
      'whsec_AA==',
    ]) {
      expect(
        (await service.post('/api/hooks/register', { routeId, url, secret })).status,
        secret,
      ).to.equal(200);
    }
  });

  it('show their state, tries and next try', async () => {
    const { status, body } = await service.get(`/api/hooks/${hook.id}`);

    expect(status).to.equal(200);
    expect(body).to.deep.equal({
      id: hook.id,
      routeId,
      url: 'https://shop.example/interline',
      status: 'pending',
      signed: true,
      created: 1_800_000_005_000,
      note: 'The URL is called when the route reaches DONE or FAILED, at least once, and again for more than a day where it does not answer 2xx.',
      deliveryId: 'msg_0123456789abcdef0123456789abcdef',
      attempts: [
        {
          deliveryId: 'msg_0123456789abcdef0123456789abcdef',
          number: 1,
          ts: 1_800_000_006_100,
          outcome: null,
          httpStatus: null,
          ms: null,
        },
        {
          deliveryId: 'msg_0123456789abcdef0123456789abcdef',
          number: 2,
          ts: 1_800_000_011_000,
          outcome: 'answered',
          httpStatus: 503,
          ms: 84,
        },
      ],
      nextTryAt: 1_800_000_311_000,
    });
  });

  it('are not found under another id, well formed or not', async () => {
    const codeAt = async (path: string) => {
      const { status, body } = await service.get(path);
      return [status, body['errorCode']];
    };

    const { body } = await service.get('/api/hooks/wh_1');

    expect(body['error']).to.match(/^there is nothing of this name: id must be /);
    expect(await codeAt(`/api/hooks/wh_${'f'.repeat(32)}`)).to.deep.equal([404, 'UNKNOWN_RECORD']);
    for (const id of [
      'wh_1',
      'wh_0123456789ABCDEF0123456789ABCDEF',
      'rt_0123456789abcdef0123456789abcdef',
      '%00',
      '__proto__',
      'register',
      `${hook.id}%2f`,
    ]) {
      expect(await codeAt(`/api/hooks/${id}`), id).to.deep.equal([404, 'NOT_FOUND']);
    }
  });

  it('that are dead are listed and sent again for the operator alone', async () => {
    const authorization = `Bearer ${operatorToken}`;

    const closed = [
      await service.get('/operator/hooks'),
      await service.post('/operator/hooks/redeliver', { id: hook.id }),
    ];
    const list = await service.get('/operator/hooks', { authorization });
    const again = await service.post(
      '/operator/hooks/redeliver',
      { id: hook.id },
      { authorization },
    );
    const unknown = await service.post(
      '/operator/hooks/redeliver',
      { id: 'wh_unknown' },
      { authorization },
    );

    expect(closed.map(({ status, body }) => [status, body['errorCode']])).to.deep.equal([
      [403, 'OPERATOR_ONLY'],
      [403, 'OPERATOR_ONLY'],
    ]);
    expect(list.body).to.deep.include({ count: 1 });
    expect(
      (list.body['hooks'] as Record<string, unknown>[]).map((one) => [
        one['id'],
        one['status'],
        one['nextTryAt'],
      ]),
    ).to.deep.equal([[hook.id, 'failed', null]]); // CAST: checked against the shape.
    expect([again.status, again.body['deliveryId']]).to.deep.equal([
      200,
      'msg_0123456789abcdef0123456789abcdef',
    ]);
    expect([unknown.status, unknown.body['errorCode']]).to.deep.equal([404, 'UNKNOWN_RECORD']);
  });
});
