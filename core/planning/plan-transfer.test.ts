import {
  asAmount,
  asUnits,
  bps,
  defaultSlippage,
  type ChainRef,
  evmChain,
  type FirmQuote,
  noUnits,
  type Quote,
  type QuoteRequest,
  type RelayError,
  RelayError as Refusal,
  type TokenRef,
} from '@interline/kernel';
import { expect } from 'chai';
import { type Comparison, effectiveFee } from '../transfer/index.ts';
import type { Plan } from './plan.ts';
import {
  type PlanConstraints,
  planLifeMs,
  type PlanRequest,
  type PlanSource,
  planTransfer,
  PlanUnsatisfiable,
} from './plan-transfer.ts';

const base = evmChain(8453);
const arbitrum = evmChain(42161);
const linea = evmChain(59144);
const zora = evmChain(7777777);
const nowMs = 1_800_000_000_000;
const recipient = '0x2222222222222222222222222222222222222222';
const { signal } = new AbortController();

/** Each lane takes a thousandth and 100 units that do not depend on the amount. */
const lossy = (rail: string, { amount }: QuoteRequest, durationSec = 15): FirmQuote => {
  const output = amount - amount / 1_000n - 100n;
  return {
    kind: 'firm',
    expiresAtMs: 0,
    memo: {},
    ...termsOf(rail, durationSec),
    input: amount,
    output: asUnits(output),
    minOutput: asUnits(output),
  };
};

describe('a plan', () => {
  it('takes one source whole by default, and keeps the others as alternatives', async () => {
    const { plan, kept } = await planned({
      sources: [source(base, 500_000n), source(linea, 900_000n)],
    });

    expect(plan.legs.map(({ from, amount, rail }) => [from.chain, amount, rail])).to.deep.equal([
      [linea, 900_000n, 'lifi'],
    ]);
    expect(plan.legs[0]?.execute).to.deep.equal({
      amount: '900000',
      minOut: '899000',
      exclude: [],
    });
    expect(plan.alternatives.map(({ from }) => from.chain)).to.deep.equal([base]);
    expect(plan.total).to.deep.equal({
      estOut: 899_000n,
      minOut: 899_000n,
      feeBps: 12,
      etaSec: 15,
    });
    expect(kept).to.deep.equal([plan]);
  });

  it('takes from one source only what brings the amount, including charges of a fixed size', async () => {
    const { plan } = await planned({
      amount: 500_000n,
      sources: [source(base, 900_000n)],
    });

    const [leg] = plan.legs;
    expect([plan.total.minOut, leg?.amount]).to.deep.equal([500_000n, 500_600n]);
  });

  it('splits over sources that deliver it only together, each within what it has', async () => {
    const sources = [source(base, 500_000n), source(linea, 300_000n), source(zora, 100_000n)];
    const { plan, asked } = await planned({
      amount: 700_000n,
      sources,
      constraints: { allowSplit: true },
    });

    expect(plan.legs.map(({ from }) => from.chain)).to.deep.equal([base, linea]);
    expect(plan.legs.map(({ amount }) => amount)).to.deep.equal([438_063n, 262_837n]);
    expect(plan.total.minOut).to.equal(700_000n);
    expect(asked.every(({ askedBy }) => askedBy?.[0] === 'alice')).to.equal(true);
  });

  it('is refused if only a split would do, or nothing does, with what was wrong of each source', async () => {
    const sources = [source(base, 500_000n), source(linea, 300_000n)];

    const whole = await refusal({ amount: 700_000n, sources });
    const more = await refusal({
      amount: 900_000n,
      sources: [
        ...sources,
        {
          named: { chain: 'dogecoin', amount: '1' },
          asked: { refusal: { code: 'UNROUTABLE_LANE', reason: 'not known' } },
        },
      ],
      constraints: { allowSplit: true },
    });

    expect([whole.code, whole.message.includes('with constraints.allowSplit')]).to.deep.equal([
      'PLAN_UNSATISFIABLE',
      true,
    ]);
    expect(more.rejected).to.deep.equal([
      {
        from: { chain: 'dogecoin', amount: '1' },
        rail: null,
        code: 'UNROUTABLE_LANE',
        reason: 'not known',
      },
    ]);
  });

  it('leaves out offers beyond the constraints by their codes, and has execute leave them out too', async () => {
    const offers = (one: QuoteRequest): Comparison['priced'] => [
      ...pricedOf(one, [lossy('slow', { ...one, amount: asAmount(one.amount + 50n) }, 61)]),
      ...pricedOf(one, [lossy('lifi', one, 60)]),
      ...pricedOf(one, [priceOnly('oneclick', one)]),
      ...pricedOf(one, [{ ...lossy('dear', one), output: asUnits(one.amount / 2n) }]),
    ];

    const { plan } = await planned({
      sources: [source(base, 500_000n)],
      constraints: { maxSeconds: 60, maxFeeBps: 100, excludeRails: ['relay'] },
      offers,
    });

    expect(plan.legs[0]).to.deep.include({ rail: 'lifi' });
    expect(plan.legs[0]?.execute).to.deep.include({ exclude: ['relay', 'slow'] });
    expect(plan.rejected.map(({ rail, code }) => [rail, code])).to.deep.equal([
      ['slow', 'SLOWER_THAN_MAX'],
      ['oneclick', 'PRICE_ONLY'],
      ['dear', 'FEE_ABOVE_MAX'],
    ]);
  });

  it('holds a deadline to the millisecond, and does not outlive it', async () => {
    const sources = [source(base, 500_000n)];
    const onTime = { deadlineMs: nowMs + 15_000 };

    const { plan } = await planned({ sources, constraints: onTime });
    const late = await refusal({ sources, constraints: { deadlineMs: nowMs + 14_999 } });

    expect(plan.expiresAtMs).to.equal(nowMs + 15_000);
    expect(late.rejected.map(({ code }) => code)).to.deep.equal(['PAST_DEADLINE']);
    expect((await planned({ sources })).plan.expiresAtMs).to.equal(nowMs + planLifeMs);
  });

  it('holds what all legs promise to minOut, both sides of it', async () => {
    const sources = [source(base, 500_000n)];

    expect(
      (await planned({ sources, constraints: { minOut: asUnits(499_400n) } })).plan.total.minOut,
    ).to.equal(499_400n);
    expect((await refusal({ sources, constraints: { minOut: asUnits(499_401n) } })).code).to.equal(
      'PLAN_UNSATISFIABLE',
    );
  });

  it('signs what its legs are, in the unit that keeps it', async () => {
    const { plan, signed } = await planned({ sources: [source(base, 500_000n)] });

    expect(plan.offer).to.equal('jws');
    expect(signed).to.deep.equal([
      {
        iss: 'interline',
        iat: 1_800_000_000,
        exp: 1_800_000_060,
        planId: plan.id,
        legsHash: 'hash of [{"amount":"500000","exclude":[],"minOut":"499400"}]',
        minOut: ['499400'],
        fee: ['0'],
      },
    ]);
  });

  it('refuses a burn address, and passes faults on', async () => {
    const burnt = await planned({
      sources: [],
      recipient: '0x000000000000000000000000000000000000dead',
    }).catch((error: RelayError) => error);
    const fault = await planned({
      sources: [source(base, 1n)],
      offers: () => {
        throw new Refusal('STORE_DOWN');
      },
    }).catch((error: RelayError) => error);

    expect([burnt, fault].map((error) => ('code' in error ? error.code : null))).to.deep.equal([
      'BURN_ADDRESS_REFUSED',
      'STORE_DOWN',
    ]);
  });
});

interface Scene extends Partial<Omit<PlanRequest, 'constraints' | 'amount'>> {
  readonly amount?: bigint;
  readonly constraints?: Partial<PlanConstraints>;
  readonly offers?: (request: QuoteRequest) => Comparison['priced'];
}

async function planned({ amount, constraints, offers, ...change }: Scene): Promise<{
  readonly plan: Plan;
  readonly kept: readonly Plan[];
  readonly signed: readonly object[];
  readonly asked: readonly QuoteRequest[];
}> {
  const [kept, signed, asked]: [Plan[], object[], QuoteRequest[]] = [[], [], []];
  const plan = await planTransfer({
    // CAST: the plan's unit asks for nothing else.
    store: {
      reads: {},
      run: async (_name: string, work: (tx: unknown) => Promise<unknown>) =>
        work({ plans: { insertPlan: async (one: Plan) => void kept.push(one) } }),
    } as never,
    clock: { now: () => nowMs },
    entropy: { hex: () => '0'.repeat(32) },
    receiptSigner: { hashOf: (text) => `hash of ${text}` },
    signPlan: async (_tx, claims) => {
      signed.push(claims);
      return 'jws';
    },
    compareRails: async (one) => {
      asked.push(one);
      return comparison((offers ?? ((given) => pricedOf(given, [lossy('lifi', given)])))(one));
    },
  })(
    {
      to: usdcOn(arbitrum),
      amount: amount === undefined ? null : asAmount(amount),
      recipient,
      account: null,
      goal: 'max-output',
      sources: [],
      constraints: {
        maxFeeBps: null,
        maxSeconds: null,
        minOut: null,
        excludeRails: [],
        allowSplit: false,
        deadlineMs: null,
        ...constraints,
      },
      ...change,
    },
    ({ request, minOut, excludeRails }) => ({
      amount: request.amount.toString(),
      minOut: minOut.toString(),
      exclude: excludeRails,
    }),
    signal,
  );
  return { plan, kept, signed, asked };
}

async function refusal(scene: Scene): Promise<PlanUnsatisfiable> {
  const error: unknown = await planned(scene).catch((thrown: unknown) => thrown);
  if (error instanceof PlanUnsatisfiable) return error;
  throw new Error('it was planned', { cause: error });
}

function source(chain: ChainRef, units: bigint): PlanSource {
  const request = {
    lane: { from: chain, to: arbitrum },
    from: usdcOn(chain),
    to: usdcOn(arbitrum),
    amount: asAmount(units),
    payer: null,
    slippage: defaultSlippage,
    recipient,
    askedBy: ['alice'],
  };
  return { named: { chain, token: 'USDC', amount: units.toString() }, asked: { request } };
}

function usdcOn(chain: ChainRef): TokenRef {
  return { chain, address: '0x833589fc', symbol: 'USDC', decimals: 6, asset: 'USD' };
}

function priceOnly(rail: string, { amount }: QuoteRequest): Quote {
  const [input, output] = [amount, asUnits(amount)];
  const terms = { ...termsOf(rail, 15), input, output, minOutput: output };
  return { ...terms, kind: 'indicative', reason: 'prices only' };
}

function termsOf(rail: string, durationSec: number) {
  return { rail, bridge: rail, via: [], fee: noUnits, durationSec };
}

function pricedOf(request: QuoteRequest, quotes: readonly Quote[]): Comparison['priced'] {
  return quotes.map((quote) => ({
    quote: { ...quote, input: request.amount, fee: noUnits },
    effectiveFee: effectiveFee(
      request,
      { ...quote, input: request.amount },
      { from: null, to: null },
    ),
    qualityScore: 90,
  }));
}

function comparison(priced: Comparison['priced']): Comparison {
  return {
    priced,
    refusals: [],
    guard: { ok: true, fee: null, thresholdBps: bps(500), recommendedMinInput: asAmount(1n) },
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
