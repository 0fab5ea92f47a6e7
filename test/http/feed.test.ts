import { RelayError } from '@interline/kernel';
import { type Service, startService } from './start-service.ts';
import { expect } from 'chai';

describe('the recent routes over HTTP', () => {
  let service: Service;
  beforeEach(async () => {
    service = await startService();
  });
  afterEach(async () => service.close());

  it('are shown without an id, with how many they are, and never out of a cache', async () => {
    const { status, headers, body } = await service.get('/api/routes/recent');

    expect([status, headers.get('cache-control')]).to.deep.equal([200, 'no-store']);
    expect(body).to.deep.equal({
      routes: [
        {
          lane: 'Base -> Arbitrum One',
          asset: 'USDC',
          rail: 'floatlane',
          status: 'BRIDGING',
          when: 'within the last minute',
          size: 'tens of tokens',
          sandbox: false,
        },
        {
          lane: 'Arbitrum One -> Stellar',
          asset: 'USDC',
          rail: 'sandbox',
          status: 'DONE',
          when: 'within the last day',
          size: 'a few tokens',
          sandbox: true,
        },
      ],
      count: 2,
      note: 'Addresses, transaction hashes, ids and exact amounts are left out; GET /api/terms has the scales of when and size.',
    });
  });

  it('are 25 if no limit is given, and as many as it says up to 100', async () => {
    for (const query of ['', '?limit=1', '?limit=100'])
      await service.get(`/api/routes/recent${query}`);

    expect(service.deps.asked.recents).to.deep.equal([25, 1, 100]);
    expect((await service.get('/api/routes/recent?limit=1')).body['count']).to.equal(1);
  });

  it('refuse a limit of 0, of 101 and of what is not a number', async () => {
    for (const limit of [
      '0',
      '101',
      '1000',
      '-1',
      '1.5',
      '1e1',
      '',
      '%2025',
      'all',
      '025',
      '99999999999999999999',
    ]) {
      const { status, body } = await service.get(`/api/routes/recent?limit=${limit}`);
      expect([status, body['errorCode'], body['usage'] !== undefined], limit).to.deep.equal([
        400,
        'BAD_REQUEST',
        true,
      ]);
    }
  });

  it('answer STORE_DOWN when the store is down', async () => {
    const down = await startService({
      useCases: {
        discovery: {
          recentRoutes: async () => {
            throw new RelayError('STORE_DOWN');
          },
        },
      },
    });

    const { status, body } = await down.get('/api/routes/recent');
    await down.close();

    expect([status, body['errorCode']]).to.deep.equal([503, 'STORE_DOWN']);
  });
});
