import {
  answer,
  asAmount,
  asUnits,
  type FirmQuote,
  type Plan,
  type PlanStep,
  refuse,
} from '@interline/kernel';
import type { RailManifest, RailPort } from '@interline/ports';
import { ManualClock } from '../testing/manual-clock.ts';
import { RecordingLog } from '../testing/recording-log.ts';
import { scriptedManifest } from '../testing/scripted-manifest.ts';
import { scriptedQuote } from '../testing/scripted-quote.ts';
import { scriptedRail } from '../testing/scripted-rail.ts';
import { scriptedSteps } from '../testing/scripted-steps.ts';
import { testGuardHost } from '../testing/test-guard-host.ts';
import { testOrder, testRequest } from '../testing/test-request.ts';
import { etherOnBase, usdcOnBnb } from '../testing/test-tokens.ts';
import { guardRail } from './guard-rail.ts';
import { expect } from 'chai';

const request = testRequest({ units: 1_000_000n });
const quote = scriptedQuote(request);
const order = testOrder(request, { minOutput: asUnits(999_000n) });
const { memo: _memo, expiresAtMs: _expiresAtMs, ...terms } = quote;

/** Invalid offers, and the guard's message for each. */
const badOffers: Readonly<Record<string, { readonly offer: unknown; readonly says: string }>> = {
  'a number for an amount': {
    offer: priced({ fee: 800 }),
    says: 'outcome.value.fee: Invalid input: expected bigint, received number',
  },
  'a negative amount': {
    offer: priced({ output: -1n }),
    says: 'outcome.value.output: Too small: expected bigint to be >=0',
  },
  'an amount above 2^256 - 1': {
    offer: priced({ output: 1n << 256n }),
    says: 'outcome.value.output: wanted 2^256 - 1 at most',
  },
  'another input than was asked for': {
    offer: priced({ input: 999_999n }),
    says: 'its quote takes 999999 where 1000000 was asked for',
  },
  'more out than in of one asset': {
    offer: priced({ output: 1_000_001n }),
    says: 'it quotes 1000001 out of 1000000 of one asset',
  },
  'a minimum above the output': {
    offer: priced({ minOutput: 999_201n }),
    says: 'it promises at least 999201 and expects only 999200',
  },
  'gas above the whole fee': {
    offer: priced({ fee: 800n, gasFee: 801n }),
    says: 'its gas 801 is above the whole fee 800',
  },
  'a fee above the input': {
    offer: priced({ fee: 1_000_001n }),
    says: 'its fee 1000001 is above the input 1000000',
  },
  'a quote that has expired': {
    offer: priced({ expiresAtMs: 1_780_000_000_000 }),
    says: 'its quote had expired when it came',
  },
  "a quote in another way's name": {
    offer: priced({ rail: 'other' }),
    says: 'its quote names another way than its offer "scripted"',
  },
  'a bigint in the memo': {
    offer: priced({ memo: { at: 1n } }),
    says: 'outcome.value.memo: wanted plain JSON of bounded size',
  },
  'an address in the note': {
    offer: priced({ note: 'see https://upstream.example' }),
    says: 'outcome.value.note: wanted short plain words without URL or secret',
  },
  'an unknown code': {
    offer: { rail: 'scripted', outcome: { ok: false, code: 'OOPS', reason: 'no' } },
    says: 'outcome.code: wanted a code of the catalogue',
  },
  'a raw transaction as the reason': {
    offer: { rail: 'scripted', outcome: refuse('NO_ROUTE', `failed on 0x${'ab'.repeat(33)}`) },
    says: 'outcome.reason: wanted short plain words without URL or secret',
  },
  'a page as the reason': {
    offer: { rail: 'scripted', outcome: refuse('NO_ROUTE', 'word '.repeat(61)) },
    says: 'outcome.reason: wanted short plain words without URL or secret',
  },
  'an indicative quote without a reason': {
    offer: { rail: 'scripted', outcome: answer({ ...terms, kind: 'indicative' }) },
    says: 'outcome.value.reason: Invalid input: expected string, received undefined',
  },
  'a secret in its block': {
    offer: { ...priced({}), block: { key: 'k'.repeat(67) } },
    says: 'block: wanted short plain words without URL or secret',
  },
};

describe('what a rail offers', () => {
  for (const [given, { offer, says }] of Object.entries(badOffers)) {
    it(`is refused with ${given}`, async () => {
      const [read, ...others] = await guard({ offers: async () => [offer] as never }).offers(
        request,
        never(),
      );

      expect(others).to.deep.equal([]);
      expect(read?.outcome).to.include({ ok: false, code: 'RAIL_FAULT' });
      expect(read?.outcome.ok === false && read.outcome.reason).to.include(
        `scripted broke the rail contract: ${says}`,
      );
      expect(read).to.have.all.keys('rail', 'outcome');
    });
  }

  it('may be all that goes in, on an identity lane with more decimals at the end', async () => {
    const toBnb = testRequest({ units: 1_000_000n, to: usdcOnBnb });
    const offersOf = (output: bigint): ReturnType<RailPort['offers']> =>
      guard({
        offers: async () => [
          { rail: 'scripted', outcome: answer(scriptedQuote(toBnb, { output, fee: 0n })) },
        ],
      }).offers(toBnb, never());

    expect((await offersOf(1_000_000_000_000_000_000n))[0]?.outcome.ok).to.equal(true);
    expect((await offersOf(1_000_000_000_000_000_001n))[0]?.outcome.ok).to.equal(false);
  });

  it('may be any number where the tokens differ', async () => {
    const swap = testRequest({ from: etherOnBase, units: 1_000n });
    const [offer] = await guard({
      offers: async () => [
        { rail: 'scripted', outcome: answer(scriptedQuote(swap, { output: 5_000n })) },
      ],
    }).offers(swap, never());

    expect(offer?.outcome.ok).to.equal(true);
  });

  it('loses only the way that is wrong', async () => {
    const manifest = scriptedManifest({ ways: ['fast', 'cheap'] });
    const offers = await guard({
      manifest,
      offers: async () => [
        { rail: 'fast', outcome: answer({ ...quote, rail: 'fast' }) },
        {
          rail: 'cheap',
          outcome: answer({ ...quote, rail: 'cheap', output: asUnits(2_000_000n) }),
        },
      ],
    }).offers(request, never());

    expect(offers.map(({ rail, outcome }) => [rail, outcome.ok])).to.deep.equal([
      ['fast', true],
      ['cheap', false],
    ]);
  });

  for (const [given, offers] of Object.entries({
    'no list': 'nothing',
    'a way of its own making': [{ rail: 'other', outcome: refuse('NO_ROUTE', 'no') }],
    'one way twice': [priced({}), priced({})],
  })) {
    it(`is a fault of the whole rail with ${given}`, async () => {
      const read = await guard({ offers: async () => offers as never }).offers(request, never());

      expect(
        read.map(({ rail, outcome }) => [rail, outcome.ok, !outcome.ok && outcome.code]),
      ).to.deep.equal([['scripted', false, 'RAIL_FAULT']]);
    });
  }

  it('is not firm where the manifest only prices, and not at all where it declares nothing', async () => {
    const lanes: RailManifest['lanes'] = [
      { from: 'eip155:8453', to: 'eip155:42161', settles: 'indicative', reason: 'priced only' },
    ];
    const firm = {
      manifest: scriptedManifest({ lanes }),
      offers: async (asked: typeof request) => [
        { rail: 'scripted', outcome: answer(scriptedQuote(asked)) },
      ],
    };
    const elsewhere = testRequest({ to: usdcOnBnb });

    const [priceOnly] = await guard(firm).offers(request, never());
    const [undeclared] = await guard(firm).offers(elsewhere, never());

    expect(priceOnly?.outcome).to.deep.equal(
      refuse(
        'RAIL_FAULT',
        'scripted broke the rail contract: its quote is firm on a lane that its manifest only prices',
      ),
    );
    expect(undeclared?.outcome).to.deep.equal(
      refuse(
        'RAIL_FAULT',
        'scripted broke the rail contract: it priced a lane that its manifest does not declare',
      ),
    );
  });

  it('is a copy that the rail cannot change later', async () => {
    const mine = { ...quote };
    const [offer] = await guard({
      offers: async () => [{ rail: 'scripted', outcome: answer(mine) }],
    }).offers(request, never());

    Object.assign(mine, { output: 2_000_000n });

    expect(offer?.outcome).to.deep.equal(answer(quote));
  });
});

const call = scriptedSteps.call(order);
const float = {
  pullTo: 'float',
  output: 999_200n,
  steps: [scriptedSteps.reserve(order, 999_200n), scriptedSteps.payout(order, 999_200n)],
} as const;
const withFloat = scriptedManifest({ capabilities: ['inventory'] });

/** Invalid plans, and the guard's message for each. */
const badPlans: Readonly<
  Record<
    string,
    {
      readonly plan: Partial<Record<keyof Plan, unknown>>;
      readonly manifest?: RailManifest;
      readonly says: string;
    }
  >
> = {
  'no steps': {
    plan: { steps: [] },
    says: 'value.steps: Too small: expected array to have >=1 items',
  },
  'more steps than sixteen': {
    plan: { steps: Array.from({ length: 17 }, () => call) },
    says: 'value.steps: Too big: expected array to have <=16 items',
  },
  'a step of an unknown kind': {
    plan: { steps: [{ kind: 'mint' }] },
    says: 'value.steps.0.kind: Invalid',
  },
  'a number for an amount': {
    plan: { output: 999_200 },
    says: 'value.output: Invalid input: expected bigint, received number',
  },
  'less than agreed where it enforces the minimum': {
    plan: { output: 998_999n },
    says: 'it plans 998999, below the agreed 999000 that it enforces',
  },
  'more out than in of one asset': {
    plan: { output: 1_000_001n },
    says: 'it plans 1000001 out of 1000000 of one asset',
  },
  'a fee above the amount': {
    plan: { fee: 1_000_001n },
    says: "its fee 1000001 is above the order's 1000000",
  },
  'a payout without the right to inventory': {
    plan: { ...float, pullTo: 'spender' },
    says: 'it plans a reserve, which its manifest gives it no right to',
  },
  'a pull to a float it has no right to': {
    plan: { pullTo: 'float' },
    says: 'it pulls to float, which its manifest gives it no right to',
  },
  'a payout to another account': {
    plan: {
      ...float,
      steps: [
        float.steps[0],
        { ...float.steps[1], to: '0x9999999999999999999999999999999999999999' },
      ],
    },
    manifest: withFloat,
    says: 'it pays out another token or to another account than the order says',
  },
  'a payout of another token': {
    plan: { ...float, steps: [float.steps[0], { ...float.steps[1], token: usdcOnBnb }] },
    manifest: withFloat,
    says: 'it pays out another token or to another account than the order says',
  },
  'a payout that is not its output': {
    plan: { ...float, output: 999_100n },
    manifest: withFloat,
    says: 'its payouts add up to 999200 and its output is 999100',
  },
  'a payout above its reservation': {
    plan: { ...float, steps: [scriptedSteps.reserve(order, 999_199n), float.steps[1]] },
    manifest: withFloat,
    says: 'it pays out 999200 and reserves 999199',
  },
  'a call on a chain outside the lane': {
    plan: { steps: [{ ...call, chain: 'eip155:1' }] },
    says: 'it calls on eip155:1, which is not an end of the lane',
  },
  'an approval above the amount': {
    plan: {
      steps: [
        {
          ...call,
          approve: { token: order.from.address, spender: call.to, units: asAmount(1_000_001n) },
        },
      ],
    },
    says: "it approves 1000001, above the order's 1000000",
  },
  'calldata that is not hex': {
    plan: { steps: [{ ...call, data: '0xabc' }] },
    says: 'value.steps.0.data: wanted hex bytes',
  },
  'an address in capitals': {
    plan: { steps: [{ ...call, to: '0xABCDEFabcdefABCDEFabcdefABCDEFabcdefABCD' }] },
    says: 'value.steps.0.to: wanted an EVM address in small letters',
  },
  'a poll without a pause': {
    plan: { steps: [{ kind: 'track', ref: {}, pollMs: 0 }] },
    says: 'value.steps.0.pollMs: Too small: expected number to be >=100',
  },
  'a call of a simulated rail': {
    plan: { pullTo: 'none', steps: [call] },
    manifest: scriptedManifest({ effects: 'simulated' }),
    says: 'it plans a call, which its manifest gives it no right to',
  },
  'a pull of a simulated rail': {
    plan: { pullTo: 'spender', steps: [scriptedSteps.track()] },
    manifest: scriptedManifest({ effects: 'simulated' }),
    says: 'it pulls to spender, which its manifest gives it no right to',
  },
};

describe('what a rail plans', () => {
  for (const [given, { plan, manifest, says }] of Object.entries(badPlans)) {
    it(`is refused with ${given}`, async () => {
      const outcome = await guard({
        ...(manifest === undefined ? {} : { manifest }),
        plan: async () => answer({ ...soundPlan, ...plan } as Plan),
      }).plan(order, quote, never());

      expect(outcome).to.include({ ok: false, code: 'RAIL_FAULT' });
      expect(outcome.ok ? '' : outcome.reason).to.include(
        `scripted broke the rail contract: ${says}`,
      );
    });
  }

  it('passes exactly at the agreed output', async () => {
    const outcome = await guard({
      plan: async () => answer({ ...soundPlan, output: asUnits(999_000n) }),
    }).plan(order, quote, never());

    expect(outcome.ok).to.equal(true);
  });

  it('may be below the agreed output where the minimum is only passed on', async () => {
    const outcome = await guard({
      manifest: scriptedManifest({ minOut: 'passed-on' }),
      plan: async () => answer({ ...soundPlan, output: asUnits(1n) }),
    }).plan(order, quote, never());

    expect(outcome.ok).to.equal(true);
  });

  it('may pay out of the float with the right to it', async () => {
    const plan = { ...soundPlan, ...float, output: asUnits(float.output) };

    expect(
      await guard({ manifest: withFloat, plan: async () => answer(plan) }).plan(
        order,
        quote,
        never(),
      ),
    ).to.deep.equal(answer(plan));
  });

  it('is a fault with a method in it', async () => {
    const outcome = await guard({
      plan: async () => answer({ ...soundPlan, send: () => undefined }),
    }).plan(order, quote, never());

    expect(outcome).to.deep.equal(refuse('RAIL_FAULT', 'scripted failed at plan'));
  });
});

describe('what a rail says of a transfer and of itself', () => {
  it('is a fault with an unknown status', async () => {
    const failure = await guard({
      track: async () => ({ status: 'LOST' as 'DONE', stage: 'LOST' }),
    })
      .track({}, never())
      .catch((error: unknown) => error);

    expect(failure).to.include({ code: 'RAIL_FAULT' });
  });

  it("is a fault with an upstream's page as the stage", async () => {
    const failure = await guard({
      track: async () => ({ status: 'BRIDGING', stage: 'see https://upstream.example' }),
    })
      .track({}, never())
      .catch((error: unknown) => error);

    expect(failure).to.include({
      code: 'RAIL_FAULT',
      message:
        'scripted broke the rail contract: stage: wanted short plain words without URL or secret',
    });
  });

  it('counts as down where the health answer is malformed', async () => {
    const health = await guard({ health: async () => 'fine' as never }).health(never());

    expect(health).to.deep.equal({
      isUp: false,
      reason: 'scripted broke the rail contract: it answered no health',
    });
  });

  it("keeps what a rail says of its own ways, and nothing of another's", async () => {
    const scripted = { state: 'paused', reason: 'it asked us to wait 90 s', requestsLeft: 3 };
    const health = { isUp: true, ways: { scripted, other: { state: 'open' } } };

    expect(await guard({ health: async () => health as never }).health(never())).to.deep.equal({
      isUp: true,
      ways: { scripted },
    });
  });
});

const soundPlan: Plan = {
  pullTo: 'spender',
  output: asUnits(999_200n),
  fee: quote.fee,
  keeps: 'durable',
  charges: [],
  steps: [call, scriptedSteps.track()] satisfies PlanStep[],
};

function priced(change: Partial<Record<keyof FirmQuote, unknown>>): {
  readonly rail: string;
  readonly outcome: unknown;
} {
  return { rail: 'scripted', outcome: { ok: true, value: { ...quote, ...change } } };
}

function guard(members: Partial<RailPort>): RailPort {
  return guardRail(
    { ...scriptedRail(), ...members },
    { clock: new ManualClock(), log: new RecordingLog(), host: testGuardHost() },
  );
}

function never(): AbortSignal {
  return new AbortController().signal;
}
