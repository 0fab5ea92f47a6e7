import { expect } from 'chai';
import {
  arbitrumUsdc,
  baseUsdc,
  payer,
  recipient,
  sampleComparison,
  sampleRequest,
} from '@interline/http/testing';
import { type Service, startService } from './start-service.ts';

const lane = { fromChain: 8453, toChain: 42161, amount: '25000000', token: 'USDC' };

describe('compare over HTTP', () => {
  let service: Service;
  beforeEach(async () => {
    service = await startService();
  });
  afterEach(async () => service.close());

  it('answers the same by GET and by POST, with every name of a route request', async () => {
    const posted = await service.post('/api/route/compare', {
      ...lane,
      fromAddress: payer,
      toAddress: recipient,
      slippage: 0.01,
      excludeRails: ['relay', 'aggregators'],
    });
    const query = new URLSearchParams({
      ...lane,
      fromChain: '8453',
      toChain: '42161',
      fromAddress: payer,
      toAddress: recipient,
      slippage: '0.01',
      excludeRails: 'relay,aggregators',
    });
    const got = await service.get(`/api/route/compare?${query.toString()}`);

    expect([posted.status, posted.headers.get('cache-control')]).to.deep.equal([200, 'no-store']);
    expect(got.body).to.deep.equal(posted.body);
    const [first, second] = service.deps.asked.compares;
    expect(first?.slice(0, 2)).to.deep.equal(second?.slice(0, 2));
    expect(first?.[0]).to.deep.include({
      from: baseUsdc,
      to: arbitrumUsdc,
      amount: 25_000_000n,
      payer,
      recipient,
      slippage: 10_000,
    });
    expect(first?.[1]).to.deep.equal({ excludeRails: ['relay', 'aggregators'] });
  });

  it('carries all fields of a comparison', async () => {
    const { body } = await service.post('/api/route/compare', lane);

    expect(body).to.have.all.keys(
      'lane',
      'quotes',
      'best',
      'comparedRails',
      'railsAttempted',
      'guard',
      'cached',
      'firstParty',
    );
    expect(body).to.deep.include({
      best: 'floatlane',
      comparedRails: 2,
      railsAttempted: 3,
      cached: false,
    });
    expect(body['lane']).to.deep.equal({
      fromChain: '8453',
      toChain: '42161',
      applicableRails: ['floatlane', 'lifi', 'relay'],
      estOutUnit: 'USDC (6 decimals)',
    });
    expect(body['guard']).to.include({ ok: true, thresholdPct: 5, recommendedMinInput: '4878' });
  });

  it('is an answer if nothing works', async () => {
    const quiet = await startService({
      useCases: {
        transfer: {
          compareRails: async () => sampleComparison(sampleRequest, { priced: [], refusals: [] }),
        },
      },
    });

    const { status, body } = await quiet.get(
      '/api/route/compare?fromChain=8453&toChain=42161&amount=1',
    );
    await quiet.close();

    expect([status, body['best'], body['quotes'], body['comparedRails']]).to.deep.equal([
      200,
      '',
      [],
      0,
    ]);
  });

  it('names what is missing, what to do and how to ask', async () => {
    const { status, body } = await service.get('/api/route/compare?fromChain=8453&toChain=42161');

    expect(status).to.equal(400);
    expect(body)
      .to.deep.include({ errorCode: 'MISSING_FIELD', details: { field: 'amount' } })
      .and.to.include.keys('suggestedAction', 'example');
    expect(body['usage']).to.have.property(
      'request',
      'GET /api/route/compare?fromChain=8453&toChain=42161&token=USDC&amount=25000000&excludeRails=floatlane',
    );
  });
});
