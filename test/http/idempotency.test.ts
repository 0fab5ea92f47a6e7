import { createHash } from 'node:crypto';
import { endpoints } from '@interline/http';
import { recipient, sampleRoute } from '@interline/http/testing';
import { expect } from 'chai';
import { type Reply, type Service, startService } from './start-service.ts';

const routeId = 'rt_0123456789abcdef0123456789abcdef';
const kept = endpoints
  .filter(({ method, changes }) => method === 'POST' && changes === 'record')
  .map(({ path, example }) => ({
    path,
    example: path === '/api/hooks/register' ? { ...example, routeId } : example,
  }));

describe('an Idempotency-Key', () => {
  let service: Service;
  beforeEach(async () => {
    service = await startService();
  });
  afterEach(async () => service.close());

  const told = ({ status, headers, body }: Reply): unknown[] => [
    status,
    headers.get('idempotent-replayed'),
    body['errorCode'] ?? null,
  ];

  it('is taken by every POST that makes a record', () => {
    expect(kept.map(({ path }) => path)).to.deep.equal([
      '/api/plan',
      '/api/route/batch',
      '/api/route/schedule',
      '/api/route/conditional',
      '/api/hooks/register',
    ]);
  });

  it('gets the first answer again for the same body, and a conflict for another', async () => {
    for (const { path, example } of kept) {
      const first = await service.post(path, example, { 'idempotency-key': 'k-1' });
      const again = await service.post(path, example, { 'idempotency-key': 'k-1' });
      const other = await service.post(
        path,
        { ...example, unasked: 1 },
        { 'idempotency-key': 'k-1' },
      );

      expect([told(first), told(again), told(other)], path).to.deep.equal([
        [200, null, null],
        [200, 'true', null],
        [409, null, 'IDEMPOTENCY_CONFLICT'],
      ]);
      expect(again.body, path).to.deep.equal(first.body);
    }
  });

  it("is another one at another path, for another key's owner and with none", async () => {
    const [first, second] = kept;
    await service.post(first?.path ?? '', first?.example, { 'idempotency-key': 'k-1' });

    const elsewhere = await service.post(second?.path ?? '', second?.example, {
      'idempotency-key': 'k-1',
    });
    const byAnother = await service.post(first?.path ?? '', first?.example, {
      'idempotency-key': 'k-1',
      'x-svc-key': `ak_${'1'.repeat(48)}`,
    });
    const without = await service.post(first?.path ?? '', first?.example);

    expect([elsewhere, byAnother, without].map(told)).to.deep.equal([
      [200, null, null],
      [200, null, null],
      [200, null, null],
    ]);
  });

  it("is not shared with a caller that shows another's pseudonym as a key, and is the same for a key in either header", async () => {
    const [{ path, example } = { path: '', example: {} }] = kept;
    const pseudonym = createHash('sha256').update('127.0.0.1\nsalt').digest('hex').slice(0, 24);
    const apiKey = `ak_${'2'.repeat(48)}`;
    await service.post(path, example, { 'idempotency-key': 'k-1' });
    await service.post(path, example, { 'idempotency-key': 'k-2', 'x-svc-key': apiKey });

    const posing = await service.post(path, example, {
      'idempotency-key': 'k-1',
      'x-svc-key': pseudonym,
    });
    const asBearer = await service.post(path, example, {
      'idempotency-key': 'k-2',
      authorization: `Bearer ${apiKey}`,
    });

    expect([posing, asBearer].map(told)).to.deep.equal([
      [200, null, null],
      [200, 'true', null],
    ]);
  });

  it("of a route is never that of another client, or the name of a schedule's run", async () => {
    const transfer = { fromChain: 8453, toChain: 42161, amount: '25000000', token: 'USDC' };
    const nameOf = async (key: string, headers: Record<string, string> = {}) => {
      const body = { ...transfer, toAddress: recipient };
      await service.post('/api/route/execute', body, { 'idempotency-key': key, ...headers });
      return service.deps.asked.executes.at(-1)?.idempotency?.key;
    };

    const own = await nameOf('k-1');
    const again = await nameOf('k-1');
    const byAnother = await nameOf('k-1', { 'x-svc-key': `ak_${'1'.repeat(48)}` });
    const posing = await nameOf('run:sch_0123456789abcdef0123456789abcdef:0');

    expect(own).to.match(/^[0-9a-f]{64}$/);
    expect(again).to.equal(own);
    expect(byAnother).not.to.equal(own);
    expect(posing).to.match(/^[0-9a-f]{64}$/);
  });

  it('marks the answer as replayed for a route that was started before', async () => {
    const routed = await startService({
      useCases: {
        transfer: {
          executeRoute: async () => ({ kind: 'route', route: sampleRoute(), isRepeat: true }),
        },
      },
    });

    const { status, headers } = await routed.post(
      '/api/route/execute',
      { fromChain: 8453, toChain: 42161, amount: '25000000', token: 'USDC', toAddress: recipient },
      { 'idempotency-key': 'k-1' },
    );
    await routed.close();

    expect([status, headers.get('idempotent-replayed')]).to.deep.equal([200, 'true']);
  });

  it('must be of a form that can be kept', async () => {
    const [first] = kept;

    expect(
      told(await service.post(first?.path ?? '', first?.example, { 'idempotency-key': 'a b' })),
    ).to.deep.equal([400, null, 'BAD_REQUEST']);
    expect(
      told(
        await service.post(first?.path ?? '', first?.example, {
          'idempotency-key': 'x'.repeat(256),
        }),
      ),
    ).to.deep.equal([400, null, 'BAD_REQUEST']);
  });

  it('means nothing if a replay would show a key again', async () => {
    const [first, again] = [
      await service.post('/api/keys/create', {}, { 'idempotency-key': 'k-1' }),
      await service.post('/api/keys/create', {}, { 'idempotency-key': 'k-1' }),
    ];

    expect(again.headers.get('idempotent-replayed')).to.equal(null);
    expect(again.body['key']).not.to.equal(first.body['key']);
  });
});
