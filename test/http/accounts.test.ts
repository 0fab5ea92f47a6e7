import { RelayError } from '@interline/kernel';
import { endpoints } from '@interline/http';
import { expect } from 'chai';
import { type Service, startService } from './start-service.ts';

const token = `sess_${'0'.repeat(64)}`;
const other = `sess_${'5ec7'.repeat(16)}`;
const as = (shown: string): Record<string, string> => ({ authorization: `Bearer ${shown}` });

describe('accounts over HTTP', () => {
  let service: Service;
  afterEach(() => service.close());

  it('answer a caller with the token of a session, and refuse every other caller', async () => {
    service = await startService();

    expect((await service.get('/api/account', as(token))).status).to.equal(200);
    expect((await service.get('/api/account/routes', as(token))).body).to.have.keys(
      'items',
      'next',
    );
    expect((await service.get('/api/account')).body['errorCode']).to.equal('SESSION_EXPIRED');
    expect((await service.get('/api/account', as(other))).body['errorCode']).to.equal(
      'SESSION_EXPIRED',
    );
    // A token in the query is in logs of proxies: it is not read there.
    expect((await service.get(`/api/account?token=${token}`)).status).to.equal(401);
  });

  it('log no token, be it good, wrong, or of a request that failed', async () => {
    service = await startService({
      useCases: {
        accounts: {
          assertEnabled: () => undefined,
          useSession: async (shown) => {
            if (shown === token) throw new Error(`a fault that says ${shown}`);
            throw new RelayError('SESSION_EXPIRED');
          },
        },
      },
    });

    const [fault, refusal] = [
      await service.get('/api/account', as(token)),
      await service.get('/api/account', as(other)),
    ];

    expect([fault.status, refusal.status]).to.deep.equal([500, 401]);
    expect(service.deps.log.lines).to.have.length.above(0);
    expect(JSON.stringify([service.deps.log.lines, fault.body, refusal.body])).not.to.match(
      /sess_/,
    );
  });

  it('are not there if the deployment has none', async () => {
    const assertEnabled = (): never => {
      throw new RelayError('ACCOUNTS_DISABLED');
    };
    service = await startService({ useCases: { accounts: { assertEnabled } } });

    for (const [method, path] of [
      ['post', '/api/account/nonce'],
      ['get', '/api/account'],
    ] as const)
      expect(
        (await (method === 'get' ? service.get(path, as(token)) : service.post(path, {}))).body[
          'errorCode'
        ],
        path,
      ).to.equal('ACCOUNTS_DISABLED');
  });

  it('have the limits of their table, which neither a key nor a pass raises', async () => {
    service = await startService();
    const rows = endpoints.filter(({ path }) => path.startsWith('/api/account'));
    const limits = Map.groupBy(rows, ({ limit }) => limit?.name);

    expect(
      [...limits].map(([name, [row]]) => [name, row?.limit?.requests, row?.limit?.perMs]),
    ).to.deep.equal([
      ['account-nonce', 20, 60_000],
      ['account-session', 10, 60_000],
      ['account', 60, 60_000],
      ['account-routes', 60, 60_000],
      ['account-refunds', 60, 60_000],
      ['account-sponsored', 60, 60_000],
      ['account-export', 2, 60_000],
      ['account-events', 6, 60_000],
      ['account-hooks', 30, 60_000],
    ]);
    expect(rows.every(({ limit }) => limit?.isFixed === true)).to.equal(true);
  });
});
