import { asAmount, asUnits, evmChain, nonEvmNodes } from '@interline/kernel';
import { type Route, routeStatuses } from '../transfer/index.ts';
import { ageSteps, publicAge, publicSize, recentRoutes, sizeSteps } from './recent-routes.ts';
import { expect } from 'chai';
import fc from 'fast-check';

const nowMs = 1_800_000_000_000;
const clock = { now: () => nowMs };

describe('the recent routes', () => {
  it('show lane, asset, rail, status, age and size, and say which are simulated', async () => {
    const stellar = nonEvmNodes[0]?.chain ?? evmChain(1);
    const feed = feedOf([
      route({ createdAtMs: nowMs - 30_000 }),
      route({
        id: 'sbx_1',
        isSimulated: true,
        status: 'DONE',
        createdAtMs: nowMs - 7_200_000,
        order: {
          ...route().order,
          lane: { from: evmChain(42161), to: stellar },
          amount: asAmount(3n),
        },
      }),
    ]);

    expect(await feed(25)).to.deep.equal([
      {
        lane: 'Base -> OP Mainnet',
        asset: 'USDC',
        rail: 'floatlane',
        status: 'BRIDGING',
        when: 'within the last minute',
        size: 'tens of tokens',
        isSandbox: false,
      },
      {
        lane: 'Arbitrum One -> Stellar',
        asset: 'USDC',
        rail: 'floatlane',
        status: 'DONE',
        when: 'within the last day',
        size: 'under a hundredth of a token',
        isSandbox: true,
      },
    ]);
  });

  it('show that one has ended from the full ten minutes on that follow: seen at once, its payout was known by it', async () => {
    const ended = (updatedAtMs: number) => feedOf([route({ status: 'DONE', updatedAtMs })])(1);

    expect((await ended(nowMs)).map(({ status }) => status)).to.deep.equal(['BRIDGING']);
    expect((await ended(nowMs - 1)).map(({ status }) => status)).to.deep.equal(['DONE']);
  });

  it('are as many as were asked for', async () => {
    const feed = feedOf(Array.from({ length: 9 }, (_, index) => route({ id: `rt_${index}` })));

    expect([(await feed(3)).length, (await feed(100)).length]).to.deep.equal([3, 9]);
  });

  it('hold not one digit, so no amount, address, hash, id or time of any route', async () => {
    const hex = (length: number) =>
      fc.string({
        unit: fc.constantFrom(...'0123456789abcdef'),
        minLength: length,
        maxLength: length,
      });
    const anyRoute = fc.record({
      id: hex(32),
      payer: hex(40),
      recipient: hex(40),
      hash: hex(64),
      amount: fc.bigInt(1n, 2n ** 256n - 1n),
      delivered: fc.bigInt(0n, 2n ** 256n - 1n),
      decimals: fc.integer({ min: 0, max: 36 }),
      status: fc.constantFrom(...routeStatuses),
      createdAtMs: fc.integer({ min: 0, max: nowMs + 60_000 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(anyRoute, { minLength: 1, maxLength: 8 }), async (drawn) => {
        const routes = drawn.map(
          ({ id, payer, recipient, hash, amount, delivered, decimals, status, createdAtMs }) =>
            route({
              id: `rt_${id}`,
              status,
              srcTx: `0x${hash}`,
              destTx: `0x${hash}`,
              refundTx: `0x${hash}`,
              delivered: asUnits(delivered),
              createdAtMs,
              order: {
                ...route().order,
                routeId: `rt_${id}`,
                amount: asAmount(amount),
                from: { ...route().order.from, decimals },
                payer: `0x${payer}`,
                recipient: `0x${recipient}`,
                minOutput: asUnits(delivered),
              },
            }),
        );

        const answer = JSON.stringify(await feedOf(routes)(100));

        expect(answer).not.to.match(/\d/);
        for (const { id, payer, recipient, hash } of drawn)
          expect(
            [id, payer, recipient, hash].filter((secret) => answer.includes(secret)),
          ).to.deep.equal([]);
      }),
      { numRuns: 200 },
    );
  });
});

const usdc = { decimals: 6 };

describe('the coarse scales', () => {
  it('size an amount by tokens, both sides of each bound', () => {
    const sizes = [
      1n,
      9_999n,
      10_000n,
      999_999n,
      1_000_000n,
      9_999_999n,
      10_000_000n,
      99_999_999n,
      100_000_000n,
      999_999_999n,
      1_000_000_000n,
      9_999_999_999n,
      10_000_000_000n,
      2n ** 255n,
    ];

    expect(sizes.map((units) => publicSize(units, usdc))).to.deep.equal([
      'under a hundredth of a token',
      'under a hundredth of a token',
      'a fraction of a token',
      'a fraction of a token',
      'a few tokens',
      'a few tokens',
      'tens of tokens',
      'tens of tokens',
      'hundreds of tokens',
      'hundreds of tokens',
      'thousands of tokens',
      'thousands of tokens',
      'ten thousand tokens or more',
      'ten thousand tokens or more',
    ]);
  });

  it('size one whole token the same at any number of decimals', () => {
    expect(
      [0, 6, 8, 18, 36].map((decimals) => publicSize(10n ** BigInt(decimals), { decimals })),
    ).to.deep.equal(Array(5).fill('a few tokens'));
  });

  it('show an age, both sides of each bound, and none below zero', () => {
    const ages = [
      -5, 0, 59_999, 60_000, 599_999, 600_000, 3_599_999, 3_600_000, 86_399_999, 86_400_000,
      604_799_999, 604_800_000,
    ];

    expect(ages.map(publicAge)).to.deep.equal([
      'within the last minute',
      'within the last minute',
      'within the last minute',
      'within the last ten minutes',
      'within the last ten minutes',
      'within the last hour',
      'within the last hour',
      'within the last day',
      'within the last day',
      'within the last week',
      'within the last week',
      'more than a week ago',
    ]);
  });

  it('have no digit in their words, and rise to an open end', () => {
    for (const steps of [sizeSteps, ageSteps]) {
      const bounds = steps.slice(0, -1).map(({ below }) => below ?? 0n);
      expect(steps.filter(({ words }) => /\d/.test(words))).to.deep.equal([]);
      expect(bounds).to.deep.equal([...bounds].sort((a, b) => (a < b ? -1 : 1)));
      expect(steps.findIndex(({ below }) => below === null)).to.equal(steps.length - 1);
    }
  });
});

function feedOf(routes: readonly Route[]) {
  return recentRoutes({
    store: { reads: { transfers: { recentRoutes: async (limit) => routes.slice(0, limit) } } },
    clock,
  });
}

function route(change: Partial<Route> = {}): Route {
  const usdc = {
    chain: evmChain(8453),
    address: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
    symbol: 'USDC',
    decimals: 6,
    asset: 'USD',
  };
  const payer = '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed';
  return {
    id: 'rt_1',
    version: 1,
    status: 'BRIDGING',
    stage: 'RECEIVING',
    phase: 'pulling',
    isSimulated: false,
    mode: 'permit2',
    rail: 'floatlane',
    railPackage: 'floatlane',
    bridge: 'floatlane',
    order: {
      routeId: 'rt_1',
      lane: { from: evmChain(8453), to: evmChain(10) },
      from: usdc,
      to: { ...usdc, chain: evmChain(10) },
      amount: asAmount(25_000_000n),
      payer,
      recipient: payer,
      slippage: 5_000 as Route['order']['slippage'],
      minOutput: asUnits(24_000_000n), // CAST: the standard slippage.
    },
    permit: null,
    allowance: null,
    plan: {
      pullTo: 'float',
      steps: [],
      output: asUnits(1n),
      fee: asUnits(0n),
      keeps: 'durable',
      charges: [],
    },
    cursor: 0,
    credited: null,
    delivered: null,
    refusals: [],
    failure: null,
    srcTx: null,
    destTx: null,
    refundTx: null,
    givenBack: null,
    owed: null,
    refundTo: null,
    refundFrom: null,
    quote: null,
    client: 'c',
    spender: null,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    ...change,
  };
}
