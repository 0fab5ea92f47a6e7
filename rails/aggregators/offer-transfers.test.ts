import {
  answer,
  asUnits,
  chainRef,
  evmChain,
  type Offer,
  type QuoteRequest,
  refuse,
  RelayError,
} from '@interline/plugins';
import { testPayer, testRecipient, testRelayer, testRequest } from '@interline/plugins/testing';
import { expect } from 'chai';
import { anonymousParty } from './ask-of.ts';
import { never } from './testing/never.ts';
import { railOver, type SeatTerms } from './testing/rail-over.ts';
import {
  priceFor,
  type ScriptedUpstream,
  scriptedUpstream,
  type UpstreamScript,
} from './testing/scripted-upstream.ts';

/**
 * 100 dollars from Base to Arbitrum: 80,000 of service, 600 of gas (300,000 at 0.001 gwei),
 * 99,919,400 handed over.
 */
const request = testRequest({ units: 100_000_000n });

async function offerOf(
  script: UpstreamScript,
  asked: QuoteRequest = request,
  terms: SeatTerms = {},
): Promise<{ readonly offer: Offer | undefined; readonly upstream: ScriptedUpstream }> {
  const upstream = scriptedUpstream(script);
  const offers = await railOver([upstream], terms).rail.offers(asked, never());
  return { offer: offers[0], upstream };
}

describe('the offers of the aggregators', () => {
  it('are what an engine delivers for the amount without our charge, at that charge', async () => {
    const { offer, upstream } = await offerOf({});

    expect(offer).to.deep.equal({
      rail: 'alpha',
      outcome: answer({
        kind: 'firm',
        rail: 'alpha',
        bridge: 'alphaBridge',
        via: ['alphaBridge'],
        input: 100_000_000n,
        output: 99_819_400n,
        minOutput: 99_320_303n,
        fee: 80_600n,
        gasFee: 600n,
        minInput: 602n,
        durationSec: 20,
        note: 'third-party route over Alpha; our charge 0.0806 USDC = 8 bps + gas',
        expiresAtMs: 1_780_000_060_000,
        fronts: [{ chain: evmChain(8453), gas: 300_000n, coin: asUnits(0n) }],
        keeps: 'perishable',
        memo: { svcFee: '80600', serviceFee: '80000', gasFee: '600' },
      }),
    });
    expect(upstream.priced).to.deep.equal([
      {
        fromChainId: 8453,
        toChainId: 42161,
        from: request.from,
        to: request.to,
        units: 99_919_400n,
        depositor: testRelayer,
        payer: testPayer,
        recipient: testRecipient,
        slippage: 5_000,
        minOutput: null,
      },
    ]);
  });

  it("have no charge on the service's own money: all of it is handed over", async () => {
    const { offer, upstream } = await offerOf({}, { ...request, isOwn: true });

    expect(offer?.outcome).to.deep.include({ ok: true });
    expect(offer?.outcome.ok === true ? offer.outcome.value : null).to.include({
      fee: 0n,
      output: 99_900_000n,
      note: 'third-party route over Alpha; no charge of ours',
    });
    expect(upstream.priced.map(({ units }) => units)).to.deep.equal([100_000_000n]);
  });

  it('are made for anonymous parties where the request names none, never for us', async () => {
    const { upstream } = await offerOf(
      {},
      testRequest({ units: 100_000_000n, payer: null, recipient: null }),
    );

    expect(upstream.priced).to.have.lengthOf(1);
    expect(upstream.priced[0]).to.deep.include({
      payer: anonymousParty,
      recipient: anonymousParty,
      depositor: testRelayer,
    });
  });

  it("use the engine's usual duration if its price states none", async () => {
    const { offer } = await offerOf({
      price: async (ask) => answer(priceFor(ask, { durationSec: null })),
    });

    expect(offer).to.have.nested.property('outcome.value.durationSec', 90);
  });

  it("live no longer than the engine's own price", async () => {
    const { offer } = await offerOf({
      price: async (ask) => answer(priceFor(ask, { expiresAtMs: 1_780_000_012_000 })),
    });

    expect(offer).to.have.nested.property('outcome.value.expiresAtMs', 1_780_000_012_000);
  });

  describe('are made', () => {
    const upstreams = [
      scriptedUpstream({ name: 'alpha' }),
      scriptedUpstream({ name: 'beta', chainIds: [1, 8453] }),
      scriptedUpstream({ name: 'gamma' }),
    ];
    const waysOf = async (
      settings: object,
      asked: QuoteRequest = request,
    ): Promise<readonly string[]> =>
      (await railOver(upstreams, { settings }).rail.offers(asked, never())).map(({ rail }) => rail);

    it('by the engines that list both chains', async () => {
      expect(await waysOf({})).to.deep.equal(['alpha', 'gamma']);
    });

    it('by those only that are switched on, on chains the deployment left them', async () => {
      expect(await waysOf({ engines: { alpha: { enabled: false } } })).to.deep.equal(['gamma']);
      expect(await waysOf({ engines: { gamma: { chainIds: [8453, 10] } } })).to.deep.equal([
        'alpha',
      ]);
      expect(await waysOf({ engines: { beta: { chainIds: [8453, 42161] } } })).to.deep.equal([
        'alpha',
        'gamma',
      ]);
    });

    it('by no engine on a lane that no engine lists', async () => {
      const to = { ...request.to, chain: evmChain(7777777) };

      expect(
        await waysOf({}, { ...request, to, lane: { from: request.lane.from, to: to.chain } }),
      ).to.deep.equal([]);
    });

    it('are refused by every engine for a non-EVM chain, with the reason', async () => {
      const lane = { from: request.lane.from, to: chainRef('stellar:pubnet') };
      const { rail } = railOver(upstreams);

      expect(await rail.offers({ ...request, lane }, never())).to.deep.equal(
        ['alpha', 'beta', 'gamma'].map((way) => ({
          rail: way,
          outcome: refuse('UNROUTABLE_LANE', 'the aggregators move between two EVM chains'),
        })),
      );
    });
  });

  it('are requested once for 50 equal concurrent callers', async () => {
    const upstream = scriptedUpstream();
    const { rail } = railOver([upstream]);

    await Promise.all([...Array(50).keys()].map(() => rail.offers(request, never())));

    expect(upstream.priced).to.have.lengthOf(1);
  });

  describe('of an engine in trouble', () => {
    it("come as its refusal once its time is up, and the others' come as they are", async () => {
      const hanging = scriptedUpstream({
        name: 'hanging',
        price: () => new Promise(() => undefined),
      });
      const { rail, clock } = railOver([hanging, scriptedUpstream({ name: 'beta' })]);

      let isAnswered = false;
      const offers = rail.offers(request, never()).finally(() => {
        isAnswered = true;
      });
      await clock.advance(0);
      await clock.advance(2_499);
      expect(isAnswered).to.equal(false);
      await clock.advance(1);

      expect(
        (await offers).map(({ rail: way, outcome }) => [
          way,
          outcome.ok ? 'priced' : `${outcome.code}: ${outcome.reason}`,
        ]),
      ).to.deep.equal([
        ['hanging', 'RAIL_TIMEOUT: hanging did not answer within 2500 ms'],
        ['beta', 'priced'],
      ]);
      expect(clock.pending).to.equal(0);
    });

    it('come as its refusal when it throws, in our words', async () => {
      const { offer: fault } = await offerOf({
        price: async () => {
          throw new RelayError('RAIL_FAULT', {}, 'alpha answered no quote');
        },
      });
      const { offer: bug } = await offerOf({
        price: async () => {
          throw new TypeError('secret');
        },
      });

      expect(fault?.outcome).to.deep.equal(refuse('RAIL_FAULT', 'alpha answered no quote'));
      expect(bug?.outcome).to.deep.equal(
        refuse('RAIL_FAULT', 'alpha answered something that cannot be read'),
      );
    });

    it('come as its refusal when the figures cannot be true, or the price is stale', async () => {
      const outcomeOf = async (terms: Parameters<typeof priceFor>[1]) =>
        (await offerOf({ price: async (ask) => answer(priceFor(ask, terms)) })).offer?.outcome;

      expect(await outcomeOf({ output: asUnits(0n), minOutput: asUnits(0n) })).to.deep.equal(
        refuse('NO_ROUTE', 'alpha would deliver nothing'),
      );
      expect(await outcomeOf({ output: asUnits(9n), minOutput: asUnits(10n) })).to.deep.equal(
        refuse('RAIL_FAULT', 'alpha promises at least 10 and expects only 9'),
      );
      expect(await outcomeOf({ expiresAtMs: 1_780_000_000_000 })).to.deep.equal(
        refuse('RAIL_FAULT', 'the price of alpha had expired when it came'),
      );
      expect((await outcomeOf({ expiresAtMs: 1_780_000_000_001 }))?.ok).to.equal(true);
    });
  });

  describe('with our charge', () => {
    it('are refused where it leaves nothing, with the least amount that would do', async () => {
      const { offer: none, upstream } = await offerOf({}, testRequest({ units: 601n }));
      const { offer: one } = await offerOf(
        {
          price: async (ask) =>
            answer(priceFor(ask, { output: asUnits(1n), minOutput: asUnits(1n) })),
        },
        testRequest({ units: 602n }),
      );

      expect(none?.outcome).to.deep.equal(
        refuse('NO_ROUTE', 'our charge of 601 leaves nothing of 601', { minInput: asUnits(602n) }),
      );
      expect(upstream.priced).to.deep.equal([]);
      expect(one).to.have.nested.property('outcome.value.fee', 601n);
    });

    it("tell an engine's least input as the whole amount it takes", async () => {
      const { offer } = await offerOf({
        price: async () =>
          refuse('NO_ROUTE', 'alpha wants more', { minInput: asUnits(500_000_000n) }),
      });

      // 500,000,000 and 600 of gas, and 8 bps of the whole.
      expect(offer?.outcome).to.deep.equal(
        refuse('NO_ROUTE', 'alpha wants more', { minInput: asUnits(500_400_921n) }),
      );
    });

    for (const [what, prices, reason] of [
      [
        'the source token',
        { USD: null },
        'USDC has no price now, so our charge for gas cannot be told in it',
      ],
      ['the coin', { ETH: null }, 'ETH has no price now, so the gas of eip155:8453 has none'],
      [
        'a worthless token',
        { USD: 0n },
        'USDC has no price now, so our charge for gas cannot be told in it',
      ],
    ] as const) {
      it(`are refused where ${what} has no price`, async () => {
        const known: Readonly<Record<string, bigint | null>> = {
          USD: 1_000_000n,
          ETH: 2_000_000_000n,
          ...prices,
        };
        const price = {
          priceOf: async ({ asset }: { readonly asset: string }) => {
            const microUsd = known[asset] ?? null;
            return microUsd === null ? null : { microUsd, asOfMs: 0 };
          },
        };

        expect((await offerOf({}, request, { price })).offer?.outcome).to.deep.equal(
          refuse('NO_ROUTE', reason),
        );
      });
    }
  });

  describe('of an engine with a flat fee', () => {
    // 0.0005 ETH, one dollar.
    const flat = (): UpstreamScript => ({
      price: async (ask) => answer(priceFor(ask, { coinFee: asUnits(500_000_000_000_000n) })),
    });

    it('are priced once more with a charge that covers it, and from then on at once', async () => {
      const upstream = scriptedUpstream(flat());
      const { rail } = railOver([upstream], { settings: { cacheMs: 0 } });

      const [first] = await rail.offers(request, never());
      const [again] = await rail.offers(request, never());

      // 1,000,600 rounded up to two digits.
      expect(first)
        .to.have.nested.property('outcome.value.memo')
        .that.deep.equals({ svcFee: '1180000', serviceFee: '80000', gasFee: '1100000' });
      expect(again).to.deep.equal(first);
      expect(upstream.priced.map(({ units }) => units)).to.deep.equal([
        99_919_400n,
        98_820_000n,
        98_820_000n,
      ]);
    });

    it('are refused where it keeps rising', async () => {
      let coinFee = 500_000_000_000_000n;
      const { offer, upstream } = await offerOf({
        price: async (ask) => {
          coinFee *= 2n;
          return answer(priceFor(ask, { coinFee: asUnits(coinFee) }));
        },
      });

      expect(offer?.outcome).to.deep.equal(
        refuse('NO_ROUTE', 'the flat fee of alpha rises faster than it can be charged'),
      );
      expect(upstream.priced).to.have.lengthOf(2);
    });

    it('are refused where it is above the bound', async () => {
      const at = { settings: { maxNativeFeeMicroUsd: '1000000' } };
      const below = { settings: { maxNativeFeeMicroUsd: '999999' } };

      expect((await offerOf(flat(), request, at)).offer?.outcome.ok).to.equal(true);
      expect((await offerOf(flat(), request, below)).offer?.outcome).to.deep.equal(
        refuse(
          'NO_ROUTE',
          'alpha wants a flat fee worth 1000000 micro-USD; at most 999999 is paid',
        ),
      );
    });
  });

  describe('with an agreed minimum', () => {
    const outcomeAt = async (minOutput: bigint) =>
      (await offerOf({}, { ...request, minOutput: asUnits(minOutput) })).offer?.outcome;

    it('promise it where the engine expects as much, and their own where that is more', async () => {
      expect(await outcomeAt(99_819_400n)).to.have.nested.property('value.minOutput', 99_819_400n);
      expect(await outcomeAt(99_320_302n)).to.have.nested.property('value.minOutput', 99_320_303n);
      expect(await outcomeAt(0n)).to.have.nested.property('value.minOutput', 99_320_303n);
    });

    it('are refused where it expects less', async () => {
      expect(await outcomeAt(99_819_401n)).to.deep.equal(
        refuse('BELOW_AGREED_OUTPUT', 'output 99819400 is below the agreed 99819401'),
      );
    });

    it('hand it to the engine', async () => {
      const { upstream } = await offerOf({}, { ...request, minOutput: asUnits(99_000_000n) });

      expect(upstream.priced.map(({ minOutput }) => minOutput)).to.deep.equal([99_000_000n]);
    });
  });
});
