import { expect } from 'chai';
import { type EngineHarness, hasEngines, startEngineHarness } from '../support/engine-harness.ts';
import { refusalOf } from '../support/refusal-of.ts';

interface PricedLane {
  readonly fromChain: number | string;
  readonly toChain: number | string;
  readonly fromToken?: string;
  readonly toToken?: string;
  readonly amount: string;
  /** Best first, with what each delivers. */
  readonly compared: readonly (readonly [rail: string, estOut: string])[];
}

// The stand-ins' tariffs at the devnet's prices; our own rails take 1 % and 8 bps off the market.
const lanes: readonly PricedLane[] = [
  {
    fromChain: 8453,
    toChain: 'solana',
    fromToken: 'USDC',
    amount: '50000000',
    compared: [
      ['debridge', '332866773'],
      ['relay', '332733493'],
      ['lifi', '332666986'],
      ['oneclick', '332400533'],
      ['solana', '329736000'],
      ['symbiosis', '329666720'],
    ],
  },
  {
    fromChain: 'solana',
    toChain: 8453,
    fromToken: 'USDC',
    toToken: 'USDC',
    amount: '5000000',
    compared: [
      ['lifi', '4990004'],
      ['oneclick', '4986008'],
      ['debridge', '4984001'],
      ['relay', '4973002'],
      ['solana', '4946040'],
    ],
  },
  {
    fromChain: 'stellar',
    toChain: 8453,
    fromToken: 'USDC',
    toToken: 'USDC',
    amount: '50000000',
    compared: [
      ['lifi', '4990004'],
      ['oneclick', '4986008'],
      ['market', '4946040'],
    ],
  },
  {
    fromChain: 8453,
    toChain: 'tron',
    fromToken: 'USDC',
    toToken: 'USDT',
    amount: '5000000',
    compared: [
      ['lifi', '4990004'],
      ['oneclick', '4986008'],
      ['debridge', '4984001'],
      ['relay', '4973002'],
      ['tron', '4946040'],
    ],
  },
  {
    fromChain: 'sui',
    toChain: 8453,
    toToken: 'USDC',
    amount: '5000000000',
    compared: [
      ['lifi', '9980009'],
      ['oneclick', '9972016'],
      ['sui', '9892080'],
    ],
  },
  {
    fromChain: 'bitcoin',
    toChain: 'stellar',
    amount: '100000',
    compared: [
      ['lifi', '2395200000'],
      ['oneclick', '2393280000'],
      ['market', '2374099200'],
    ],
  },
  {
    fromChain: 'solana',
    toChain: 'bitcoin',
    amount: '1000000000',
    compared: [
      ['relay', '249616'],
      ['lifi', '249500'],
      ['oneclick', '249300'],
      ['symbiosis', '248916'],
      ['solana', '247302'],
    ],
  },
  {
    fromChain: 80094,
    toChain: 8453,
    toToken: 'USDC',
    amount: '5000000000000000000',
    compared: [
      ['lifi', '9980009'],
      ['oneclick', '9972016'],
      ['relay', '9966004'],
      ['market', '9892080'],
    ],
  },
];
const include = ['aggregators', 'solana', 'tron', 'sui', 'market'];

describe('lanes that are priced and never settled', () => {
  let harness: EngineHarness;
  before(async function () {
    if (!(await hasEngines())) this.skip();
    harness = await startEngineHarness({ include });
  });
  after(() => harness?.stop());

  for (const { compared, ...body } of lanes) {
    const { fromChain, toChain, fromToken = 'native', toToken = 'native', amount } = body;
    const lane = `${fromChain} to ${toChain}`;
    const [best] = compared;

    it(`are quoted alike by POST and GET from ${lane}, and say that they cannot be executed`, async () => {
      const posted = await harness.client.post('/api/route/quote', body);
      const query = new URLSearchParams(
        Object.entries(body).map(([name, value]): [string, string] => [name, String(value)]),
      );
      const got = await harness.client.get(`/api/route/quote?${query.toString()}`);

      for (const quote of [posted, got]) {
        expect(quote).to.deep.include({ quoteOnly: true, executeReady: false });
        expect(quote['quoteOnlyReason']).to.match(/not settled by this service/);
        // CAST: the answer's own shape.
        const rows = quote['compared'] as readonly { ok: boolean; rail: string; estOut: string }[];
        expect(rows.filter(({ ok }) => ok).map(({ rail, estOut }) => [rail, estOut])).to.deep.equal(
          compared,
        );
      }
    });

    it(`are compared and solved from ${lane} without becoming a plan`, async () => {
      const comparison = await harness.client.post('/api/route/compare', body);
      const solution = await harness.client.post('/api/intent/solve', {
        toChain,
        toToken,
        from: [{ chain: fromChain, token: fromToken, amount }],
      });

      // CAST: the answers' own shapes.
      const quotes = comparison['quotes'] as readonly { ok: boolean; quoteOnly: boolean }[];
      expect(quotes.filter(({ ok }) => ok).map(({ quoteOnly }) => quoteOnly)).to.deep.equal(
        compared.map(() => true),
      );
      expect(comparison['best']).to.equal(best?.[0]);
      expect(solution['plan']).to.equal(null);
      const alternatives = solution['alternatives'] as readonly Record<string, unknown>[];
      expect(
        alternatives.map(({ rail, estOut, quoteOnly }) => [rail, estOut, quoteOnly]),
      ).to.deep.equal([[...(best ?? []), true]]);
    });

    it(`are refused at every execution from ${lane}`, async () => {
      for (const path of ['/api/route/execute', '/api/agent/do']) {
        const refusal = await refusalOf(harness.client.post(path, body));
        expect([
          path,
          refusal.status,
          refusal.body['errorCode'],
          refusal.body['status'],
        ]).to.deep.equal([path, 422, 'UNSUPPORTED_DIRECTION', 'UNSUPPORTED_DIRECTION']);
      }
      const preflight = await harness.client.post('/api/route/preflight', body);
      const blockers = preflight['blockers'] as readonly { code: string }[]; // CAST: the answer's own shape.
      expect([preflight['go'], blockers.map(({ code }) => code)[0]]).to.deep.equal([
        false,
        'UNSUPPORTED_DIRECTION',
      ]);
    });
  }

  it('are refused live, dry and unsaid alike', async () => {
    for (const said of [{ live: true }, { dryRun: true }, {}]) {
      const refusal = await refusalOf(
        harness.client.post('/api/route/execute', {
          fromChain: 8453,
          toChain: 'tron',
          fromToken: 'USDC',
          toToken: 'USDT',
          amount: '5000000',
          toAddress: 'TSpsfHZGsFkGWgNrAHzSRex9VBKGHjZPvR',
          ...said,
        }),
      );
      expect(refusal.body['errorCode']).to.equal('UNSUPPORTED_DIRECTION');
    }
  });

  it('count only third parties in bestOf', async () => {
    const quote = await harness.client.post('/api/route/quote', {
      fromChain: 8453,
      toChain: 'sui',
      token: 'USDC',
      amount: '5000000',
    });

    expect(quote['bestOf']).to.equal(2);
  });

  it('are found by a token in the letters that its chain writes, and by no others', async () => {
    const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
    const quote = (toToken: string) =>
      harness.client.post('/api/route/quote', {
        fromChain: 8453,
        toChain: 'solana',
        fromToken: 'USDC',
        toToken,
        amount: '5000000',
      });

    expect((await quote(mint))['to']).to.deep.include({ token: mint, symbol: 'USDC' });
    expect((await refusalOf(quote(mint.toLowerCase()))).body['errorCode']).to.equal(
      'UNROUTABLE_LANE',
    );
  });

  it('are in the mesh as lanes that can be priced, next to its 25 nodes', async () => {
    const mesh = await harness.client.get('/api/route/chains');

    expect(mesh).to.deep.include({ nodes: 25, routableNonEvm: ['stellar', 'solana'] });
    const priced = mesh['comparatorQuoteOnly'] as Record<string, { lanes: string[] }>; // CAST: the answer's own shape.
    expect(
      Object.fromEntries(Object.entries(priced).map(([node, { lanes: all }]) => [node, all])),
    ).to.deep.equal({
      tron: ['*->tron', 'tron->*'],
      sui: ['*->sui', 'sui->*'],
      80094: ['*->80094', '80094->*'],
      bitcoin: ['stellar->bitcoin', 'bitcoin->stellar', 'solana->bitcoin', 'bitcoin->solana'],
    });
  });
});

describe('a deployment of only the float lane', () => {
  let harness: EngineHarness;
  before(async function () {
    if (!(await hasEngines())) this.skip();
    harness = await startEngineHarness({ include: ['floatlane'] });
  });
  after(() => harness?.stop());

  it('says of no lane beyond the EVM that it is priced', async () => {
    const mesh = await harness.client.get('/api/route/chains');
    const terms = await harness.client.get('/api/terms');

    expect([mesh['routableNonEvm'], mesh['comparatorQuoteOnly']]).to.deep.equal([[], {}]);
    const corridors = terms['quoteOnly'] as readonly { quotable: boolean }[]; // CAST: the answer's own shape.
    expect(corridors.map(({ quotable }) => quotable)).to.deep.equal(corridors.map(() => false));
    const refusal = await refusalOf(
      harness.client.post('/api/route/quote', { fromChain: 'solana', toChain: 8453, amount: '1' }),
    );
    expect(refusal.body['errorCode']).to.equal('UNROUTABLE_LANE');
  });
});
