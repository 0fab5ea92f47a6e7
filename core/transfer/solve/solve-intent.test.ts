import {
  asAmount,
  bps,
  type ChainRef,
  evmChain,
  noUnits,
  type Quote,
  type QuoteRequest,
  RelayError,
} from '@interline/kernel';
import type { CompareRails, Comparison } from '../compare/compare-rails.ts';
import {
  arbitrum,
  base,
  firm,
  indicative,
  sampleRequest,
  usdcOn,
} from '../quote/testing/sample-offers.ts';
import type { RailRefusal } from '../route.ts';
import { solveIntent } from './solve-intent.ts';
import { expect } from 'chai';

const linea = evmChain(59144);
const zora = evmChain(7777777);
const { signal } = new AbortController();

describe('a solved intent', () => {
  it('plans the source that delivers most and keeps the others in order', async () => {
    const solve = solving({
      [base]: [firm('lifi', 990_000n)],
      [linea]: [firm('floatlane', 999_200n)],
      [zora]: [firm('relay', 980_000n)],
    });

    const { plan, alternatives, skipped } = await solve(intent([base, linea, zora]), signal);

    expect(plan).to.deep.equal({
      request: request(linea),
      offer: { quote: firm('floatlane', 999_200n), effectiveFee, qualityScore: 90 },
      eligibility: { kind: 'ready' },
      ahead: [],
    });
    expect(alternatives.map((option) => option.request.lane.from)).to.deep.equal([base, zora]);
    expect(skipped).to.deep.equal([]);
  });

  it('compares every source once, in parallel, with nothing excluded', async () => {
    const asked: unknown[] = [];
    const bothAsked = Promise.withResolvers<void>();
    const solve = solveIntent(async (one, options, given) => {
      asked.push([one.lane.from, options, given]);
      if (asked.length === 2) bothAsked.resolve();
      await bothAsked.promise;
      return comparison([firm('lifi', 990_000n)], []);
    });

    await solve(intent([base, linea]), signal);

    expect(asked).to.deep.equal([
      [base, { excludeRails: [] }, signal],
      [linea, { excludeRails: [] }, signal],
    ]);
  });

  it('never plans a source that has only a price', async () => {
    const solve = solving({
      [base]: [indicative('oneclick', 999_999n)],
      [linea]: [firm('lifi', 900_000n)],
    });

    const { plan, alternatives } = await solve(intent([base, linea]), signal);

    expect(plan?.request.lane.from).to.equal(linea);
    expect(alternatives.map(({ eligibility }) => eligibility)).to.deep.equal([
      { kind: 'priced', reason: 'prices only' },
    ]);
  });

  it('has no plan if nothing can be executed, but still the prices', async () => {
    const { plan, alternatives } = await solving({ [base]: [indicative('oneclick', 999_999n)] })(
      intent([base]),
      signal,
    );

    expect([plan, alternatives.length]).to.deep.equal([null, 1]);
  });

  it('skips a source that was not understood, one that is not a lane and one that no rail prices, each with its reason', async () => {
    const solve = solving({
      [base]: new RelayError('UNROUTABLE_LANE', {}, 'fromChain and toChain are the same'),
      [zora]: [
        { rail: 'lifi', code: 'RAIL_TIMEOUT', reason: 'did not answer' },
        { rail: 'floatlane', code: 'INSUFFICIENT_FLOAT', reason: 'low' },
      ],
      [linea]: [
        { rail: 'floatlane', code: 'INSUFFICIENT_FLOAT', reason: 'amount 5 is above capNow 4' },
      ],
    });
    const sources = [
      { refusal: { code: 'UNROUTABLE_LANE', reason: 'from.0.token "DOGE" is not known' } } as const,
      ...intent([base, zora, linea]).sources,
    ];

    expect(await solve({ ...intent([]), sources }, signal)).to.deep.equal({
      plan: null,
      alternatives: [],
      skipped: [
        { index: 0, code: 'UNROUTABLE_LANE', reason: 'from.0.token "DOGE" is not known' },
        { index: 1, code: 'UNROUTABLE_LANE', reason: 'fromChain and toChain are the same' },
        {
          index: 2,
          code: 'NO_ROUTE',
          reason:
            'no rail can settle this lane and amount now: lifi: did not answer; floatlane: low',
        },
        { index: 3, code: 'INSUFFICIENT_FLOAT', reason: 'floatlane: amount 5 is above capNow 4' },
      ],
    });
  });

  it('does not treat a fault as a source without a route', async () => {
    for (const fault of [new RelayError('STORE_DOWN'), new Error('the client went away')]) {
      const thrown: unknown = await solving({ [base]: fault })(intent([base]), signal).catch(
        (error: unknown) => error,
      );

      expect(thrown).to.equal(fault);
    }
  });

  it('is refused if the money would be burnt, before anything is compared', async () => {
    const burn = { ...intent([base]), recipient: '0x000000000000000000000000000000000000dead' };

    const thrown: unknown = await solving({})(burn, signal).catch((error: unknown) => error);

    expect(thrown).to.be.instanceOf(RelayError).with.property('code', 'BURN_ADDRESS_REFUSED');
  });
});

const effectiveFee = { lost: 800n, of: 1_000_000n, basis: 'units' } as const;

function request(from: ChainRef): QuoteRequest {
  return { ...sampleRequest, lane: { from, to: arbitrum }, from: usdcOn(from) };
}

function intent(chains: readonly ChainRef[]) {
  return {
    to: usdcOn(arbitrum),
    recipient: null,
    goal: 'max-output',
    sources: chains.map((chain) => ({ request: request(chain) })),
  } as const;
}

function solving(answers: Readonly<Record<ChainRef, Error | readonly (Quote | RailRefusal)[]>>) {
  const compare: CompareRails = async ({ lane }) => {
    const answer = answers[lane.from] ?? new Error('nobody should have asked');
    if (answer instanceof Error) throw answer;
    return comparison(
      answer.filter((one) => 'output' in one),
      answer.filter((one) => 'code' in one),
    );
  };
  return solveIntent(compare);
}

function comparison(quotes: readonly Quote[], refusals: readonly RailRefusal[]): Comparison {
  return {
    priced: quotes.map((quote) => ({ quote, effectiveFee, qualityScore: 90 })),
    refusals,
    guard: {
      ok: true,
      fee: effectiveFee,
      thresholdBps: bps(500),
      recommendedMinInput: asAmount(1n),
    },
    firstParty: {
      rail: null,
      output: noUnits,
      bestThirdParty: null,
      advantageBps: 0,
      isCheaper: false,
    },
    isCached: false,
  };
}
