import { RelayError } from '@interline/kernel';
import { type Service, startService } from './start-service.ts';
import { expect } from 'chai';
import { arbitrum, base, stellar } from '@interline/http/testing';

describe('the scorecard over HTTP', () => {
  let service: Service;
  beforeEach(async () => {
    service = await startService();
  });
  afterEach(async () => service.close());

  it('has every rail with its lanes, and says what counts as a miss', async () => {
    const { status, headers, body } = await service.get('/api/rails/scorecard');

    expect([status, headers.get('cache-control')]).to.deep.equal([200, 'public, max-age=30']);
    expect(body).to.deep.equal({
      window: '30d',
      rails: [
        {
          rail: 'lifi',
          samples: 9,
          missRatePct: 12.5,
          failRatePct: 11.12,
          medianSeconds: 41.5,
          times: [
            { upToSeconds: 40, count: 3 },
            { upToSeconds: 60, count: 5 },
            { upToSeconds: null, count: 0 },
          ],
          lanes: [
            {
              fromChain: 8453,
              toChain: 42161,
              samples: 8,
              missRatePct: 12.5,
              failRatePct: 0,
              medianSeconds: 41.5,
              quotedToDelivered: 9_998.75,
            },
            {
              fromChain: 8453,
              toChain: 'stellar',
              samples: 1,
              missRatePct: 0,
              failRatePct: 100,
              medianSeconds: 600,
              quotedToDelivered: null,
            },
          ],
        },
      ],
      note: 'From our own receipts, sandbox routes and transfers the payer never paid left out. A miss is a delivery below the quoted output, by a unit or more.',
    });
  });

  it('can be asked for one rail and one lane', async () => {
    for (const query of [
      '',
      '?rail=lifi',
      '?fromChain=8453&toChain=42161',
      '?rail=relay&toChain=stellar',
    ])
      await service.get(`/api/rails/scorecard${query}`);

    expect(service.deps.asked.scorecards).to.deep.equal([
      { rail: null, from: null, to: null },
      { rail: 'lifi', from: null, to: null },
      { rail: null, from: base, to: arbitrum },
      { rail: 'relay', from: null, to: stellar },
    ]);
  });

  it('refuses what is not the name of a rail or of a chain', async () => {
    const codes = await Promise.all(
      ['rail=LI.FI', 'rail=', 'fromChain=dogecoin', 'toChain='].map(
        async (query) => (await service.get(`/api/rails/scorecard?${query}`)).body['errorCode'],
      ),
    );

    expect(codes).to.deep.equal(['BAD_REQUEST', 'BAD_REQUEST', 'UNROUTABLE_LANE', 'BAD_REQUEST']);
  });

  it('answers STORE_DOWN when the records cannot be read', async () => {
    const down = await startService({
      useCases: {
        transfer: {
          readScorecard: async () => {
            throw new RelayError('STORE_DOWN');
          },
        },
      },
    });

    const { status, body } = await down.get('/api/rails/scorecard');
    await down.close();

    expect([status, body['errorCode']]).to.deep.equal([503, 'STORE_DOWN']);
  });
});
