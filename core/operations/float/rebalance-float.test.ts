import {
  asAmount,
  asUnits,
  chainRef,
  evmAddress,
  evmChain,
  type FirmQuote,
  isRelayError,
  type QuoteRequest,
  TokenList,
} from '@interline/kernel';
import { expect } from 'chai';
import type { FloatMove, Route, RouteQuote, TransferPorts } from '../../transfer/index.ts';
import { rebalanceFloat } from './rebalance-float.ts';

const [base, arbitrum] = [evmChain(8453), evmChain(42161)];
const float = evmAddress('0x3000000000000000000000000000000000000fed');
const usdc = { symbol: 'USDC', decimals: 6, asset: 'USD' };
const coin = { address: 'native', symbol: 'ETH', decimals: 18, asset: 'ETH' };
const tokens = new TokenList(
  [base, arbitrum].flatMap((chain, at) => [
    { ...usdc, chain, address: `0x${String(at + 1).repeat(40)}` },
    { ...coin, chain },
  ]),
);
const units = asAmount(100_000_000n);
const { signal } = new AbortController();

/** Gas is worth 100,000 micro-dollars: a tenth of a dollar. */
const cheap = { chain: base, gas: 1n, coin: asUnits(0n) };

function quote(rail: string, output: bigint): FirmQuote {
  return {
    kind: 'firm',
    rail,
    bridge: rail,
    via: [],
    input: units,
    output: asUnits(output),
    minOutput: asUnits(output),
    fee: asUnits(0n),
    durationSec: 60,
    expiresAtMs: 0,
    fronts: [cheap],
    memo: {},
  };
}

interface Scene {
  readonly free?: bigint;
  readonly paused?: readonly string[];
  readonly underWay?: readonly Pick<Route, 'id' | 'order' | 'stage'>[];
  /** Engines that build no plan. */
  readonly refusing?: readonly string[];
}

function comparing(
  quotes: readonly FirmQuote[],
  { free = 1_000_000_000n, paused = [], underWay = [], refusing = [] }: Scene = {},
) {
  const moved: FloatMove[] = [];
  const asked: { readonly request: QuoteRequest; readonly excluded: readonly string[] }[] = [];
  const ports = {
    tokens,
    custody: { account: () => float },
    registry: {
      rails: [
        { manifest: { id: 'floatlane', capabilities: ['inventory'] } },
        { manifest: { id: 'aggregators', capabilities: [] } },
      ],
    },
    chains: { gasCost: async () => 10n ** 14n },
    price: {
      priceOf: async ({ symbol }: { readonly symbol: string }) => ({
        microUsd: symbol === 'ETH' ? 1_000_000_000n : 1_000_000n,
        asOfMs: 0,
      }),
    },
    store: {
      reads: {
        transactions: {
          holding: async () => ({ reading: { units: asUnits(free), block: 1 }, taken: 0n }),
          stoppedAmong: async () => [],
        },
        switches: { switches: async () => paused.map((scope) => ({ scope, state: 'paused' })) },
        transfers: { openRebalances: async () => underWay },
      },
    },
  } as unknown as TransferPorts; // CAST: all that a comparison reads.
  const action = rebalanceFloat({
    ports,
    maxCostBps: 30,
    async moveFloat(move) {
      moved.push(move);
      return {
        route: { id: 'rt_1', rail: 'across' } as Route, // CAST: all that the order returns.
        cost: {
          quote: quote('across', 99_850_000n),
          lost: asUnits(150_000n),
          gas: asUnits(0n),
          carriesCoin: false,
        },
      };
    },
    async rehearseMove(_move, costs) {
      const [cost] = costs.filter(({ quote: { rail } }) => !refusing.includes(rail));
      if (cost === undefined) throw new Error('no engine takes it');
      return cost;
    },
    async quoteRoute(request, { excludeRails }) {
      asked.push({ request, excluded: excludeRails });
      // CAST: the comparison reads only what was compared.
      return {
        compared: quotes.map((one) => ({ rail: one.rail, quote: one, refusal: null })),
      } as unknown as RouteQuote;
    },
  });
  return { action, asked, moved };
}

const order = { token: 'USDC', from: base, to: arbitrum, units, maxCostBps: null };

describe('a rebalancing of float', () => {
  it('uses the engine that costs least including gas, and asks none that pays from the float', async () => {
    const { action, asked } = comparing([quote('across', 99_880_000n), quote('lifi', 99_900_000n)]);

    const { after } = await action.plan(order, signal);

    expect(after).to.deep.equal({
      units: '100000000',
      amount: '100 USDC',
      'free on 8453': '900000000',
      'free on 42161': '1099900000',
      engine: 'lifi',
      costBps: 20,
      limitBps: 30,
      compared: [
        'lifi: 20 bps (0.1 USDC lost, 0.1 USDC for gas)',
        'across: 22 bps (0.12 USDC lost, 0.1 USDC for gas)',
      ],
    });
    expect(asked.map(({ excluded, request }) => [excluded, request.payer])).to.deep.equal([
      [['floatlane'], float],
    ]);
  });

  it('names the engine that would be used, even if a cheaper one builds no plan', async () => {
    const quotes = [quote('across', 99_880_000n), quote('lifi', 99_900_000n)];
    const { action } = comparing(quotes, { refusing: ['lifi'] });

    const { after } = await action.plan(order, signal);

    expect(after).to.include({ 'free on 42161': '1099880000', engine: 'across', costBps: 22 });
  });

  it('leaves out an engine whose calls carry coin, and reports it', async () => {
    const carrying = {
      ...quote('stargate', 99_990_000n),
      fronts: [{ ...cheap, coin: asUnits(1n) }],
    };
    const { action } = comparing([carrying, quote('lifi', 99_900_000n)]);
    const alone = comparing([carrying]).action;

    const { after } = await action.plan(order, signal);

    expect(after).to.deep.include({
      engine: 'lifi',
      compared: [
        'lifi: 20 bps (0.1 USDC lost, 0.1 USDC for gas)',
        'stargate: left out, its calls carry coin (0.01 USDC lost, 0.100001 USDC for gas and coin)',
      ],
    });
    expect(
      await alone.plan(order, signal).catch((error: unknown) => isRelayError(error) && error.code),
    ).to.equal('NO_ROUTE');
  });

  it('is refused one unit above the limit and not at it, whether the config or the order sets it', async () => {
    const codeOf = async (output: bigint, maxCostBps: number | null): Promise<unknown> =>
      comparing([quote('lifi', output)])
        .action.plan({ ...order, maxCostBps }, signal)
        .then(
          ({ after }) => new Map<string, unknown>(Object.entries(after)).get('costBps'),
          (error: unknown) => (isRelayError(error) ? error.code : error),
        );

    expect([
      await codeOf(99_800_000n, null),
      await codeOf(99_799_999n, null),
      await codeOf(99_799_999n, 31),
      await codeOf(99_900_000n, 19),
    ]).to.deep.equal([30, 'NO_ROUTE', 31, 'NO_ROUTE']);
  });

  it('is refused above the free amount, for a coin, and if no engine serves the lane', async () => {
    const refusal = (error: unknown): unknown => (isRelayError(error) ? error.code : error);
    const { action } = comparing([quote('lifi', 99_900_000n)], { free: 99_999_999n });

    expect([
      await action.plan(order, signal).catch(refusal),
      await action.plan({ ...order, token: 'ETH' }, signal).catch(refusal),
      await comparing([]).action.plan(order, signal).catch(refusal),
      await action.plan({ ...order, to: chainRef('eip155:1') }, signal).catch(refusal),
    ]).to.deep.equal(['INSUFFICIENT_FLOAT', 'BAD_REQUEST', 'NO_ROUTE', 'UNROUTABLE_LANE']);
  });

  it('requests quotes without our own charge on our own money', async () => {
    const { action, asked } = comparing([quote('lifi', 99_900_000n)]);

    await action.plan(order, signal);

    expect(asked[0]?.request).to.include({ isOwn: true, recipient: float });
  });

  it('is refused while the token is on its way between these chains, but not in the other direction', async () => {
    const [here, there] = [tokens.on(base)[0], tokens.on(arbitrum)[0]];
    const underWay = (from: unknown, to: unknown) => [
      // CAST: the compared fields.
      { id: 'rt_0', stage: 'SENDING', order: { from, to } as Route['order'] },
    ];
    const refusalOf = (scene: Scene) =>
      comparing([quote('lifi', 99_900_000n)], scene)
        .action.plan(order, signal)
        .then(
          () => 'planned',
          (error: unknown) => (isRelayError(error) ? error.code : error),
        );

    expect([
      await refusalOf({ underWay: underWay(here, there) }),
      await refusalOf({ underWay: underWay(there, here) }),
      await refusalOf({ paused: ['lane:8453-42161'] }),
      await refusalOf({ paused: ['lane:42161-8453'] }),
    ]).to.deep.equal(['WRONG_STATE', 'planned', 'PAUSED', 'planned']);
  });

  it('moves it within the same limit, and returns the actual cost and the route to follow', async () => {
    const { action, moved } = comparing([quote('lifi', 99_900_000n)]);
    const plan = await action.plan({ ...order, maxCostBps: 21 }, signal);
    if (action.perform.in !== 'steps') return expect.fail('it is performed in steps');

    const done = await action.perform.run(plan, { by: 'alice', reason: 'why', atMs: 0 }, signal);

    expect(moved.map(({ units: of, maxCostBps }) => [of, maxCostBps])).to.deep.equal([
      [100_000_000n, 21],
    ]);
    expect(done.result).to.equal('rt_1');
    expect(done.after).to.include({
      'free on 8453': '900000000',
      'free on 42161': '1099850000',
      engine: 'across',
      costBps: 15,
      limitBps: 21,
      route: 'rt_1',
      follow: 'interline status rt_1',
    });
  });
});
