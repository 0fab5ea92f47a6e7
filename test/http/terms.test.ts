import { endpoints } from '@interline/http';
import { expect } from 'chai';
import { type Service, startService } from './start-service.ts';

describe('the terms over HTTP', () => {
  let service: Service;
  before(async () => {
    service = await startService({ limits: { scale: 2, keyFactor: 7 }, bodyCapBytes: 4_096 });
  });
  after(async () => service.close());

  const terms = async (): Promise<Record<string, Record<string, unknown>>> =>
    (await service.get('/api/terms')).body as Record<string, Record<string, unknown>>; // CAST: checked against the endpoint's shape.

  it('have what a client asks for before it sends money', async () => {
    expect(Object.keys(await terms())).to.deep.equal([
      'versions',
      'fees',
      'rails',
      'microTiers',
      'parBandPct',
      'limits',
      'finality',
      'refunds',
      'deposits',
      'quoteOnly',
      'privacy',
    ]);
    const { versions, fees, refunds, quoteOnly } = await terms();
    expect([versions, fees, refunds, quoteOnly]).to.deep.equal([
      { interface: '3.28.2', rails: [{ rail: 'floatlane', version: '0.1.0', api: '2.0.0' }] },
      { standardBps: 8, guardPct: 5 },
      {
        errorCode: 'REFUNDED',
        meaning: 'The whole amount went back to the payer.',
        suggestedAction: 'Ask for a fresh quote.',
        retrySeconds: 10,
      },
      [
        {
          node: 'solana',
          side: 'source',
          quotable: true,
          reason: 'Solana as a source is never settled, only priced where a rail prices it',
        },
      ],
    ]);
  });

  it('list the destinations of the micro tier, with its bounds and its subsidy in dollars', async () => {
    const { microTiers, parBandPct } = await terms();

    expect(microTiers).to.deep.equal([
      {
        rail: 'floatlane',
        leastUsd: '0.1',
        mostUsd: '25',
        destinations: [8453],
        subsidy: { perTransferUsd: '0.02', perDayUsd: '5' },
      },
    ]);
    expect(parBandPct).to.equal(1);
  });

  it('have the limit of every endpoint that has one, as this deployment sets it', async () => {
    const { limits } = await terms();
    const limited = endpoints.filter(({ limit }) => limit !== null);

    // CAST: a list by its shape.
    expect((limits?.['requests'] as unknown[]).length).to.equal(limited.length);
    expect(limits?.['requests']).to.deep.include({
      method: 'POST',
      path: '/api/route/execute',
      name: 'execute',
      requests: 16,
      perSeconds: 60,
    });
    expect(limits).to.deep.include({
      bodyBytes: 4_096,
      keyFactor: 7,
      recent: { standard: 25, most: 100 },
      slippage: { standard: 0.005, most: 0.5 },
      permitSeconds: { suggested: 1_800, least: 60, most: 86_400 },
    });
  });

  it('have finality by chain and value', async () => {
    const { finality } = await terms();

    // CAST: `terms` types each section as a record; finality is served as a list.
    expect((finality as unknown as unknown[])[0]).to.deep.equal({
      chain: 8453,
      name: 'Base',
      tiers: [{ upToUsd: 1_000, confirmations: 2 }],
      confirmations: 12,
      finalDepth: 128,
    });
  });

  it('say what the feed shows, and by which scales', async () => {
    const { privacy } = await terms();
    const { routes } = (await service.get('/api/routes/recent')).body as {
      routes: Record<string, unknown>[];
    }; // CAST: checked against the endpoint's shape.
    const feed = privacy?.['recentRoutes'] as {
      shows: string[];
      sizes: unknown[];
      ages: unknown[];
    }; // CAST: as above.

    expect(feed.shows).to.deep.equal(Object.keys(routes[0] ?? {}));
    expect([feed.sizes[0], feed.sizes.at(-1), feed.ages[1]]).to.deep.equal([
      { words: 'under a hundredth of a token', below: '0.01' },
      { words: 'ten thousand tokens or more', below: null },
      { words: 'within the last ten minutes', below: '600' },
    ]);
  });
});
