import {
  asUnits,
  feeOf,
  type Json,
  type Offer,
  type Order,
  rescale,
  standardFeeBps,
  type TokenRef,
} from '@interline/plugins';
import { expect } from 'chai';
import fc from 'fast-check';
import { floatLane } from './rail.ts';
import { floatlaneSettings } from './settings.ts';
import { laneContext } from './testing/lane-context.ts';
import { laneRequest, payer, recipient } from './testing/lane-request.ts';
import { usdcOnArbitrum, usdcOnBase } from './testing/lane-tokens.ts';

const signal = new AbortController().signal;
const decimals = fc.constantFrom(0, 2, 6, 8, 18);
const units = fc.oneof(
  fc.bigInt(0n, 10_000n),
  fc.bigInt(0n, 10n ** 12n),
  fc.bigInt(0n, 10n ** 30n),
);
const rate = fc.constantFrom(0, 0.05, 2, 5.5, 6, 8, 50);

const anyCase = fc.record({
  fromDecimals: decimals,
  toDecimals: decimals,
  amount: fc
    .oneof(fc.bigInt(1n, 10_000n), units, fc.bigInt(1n, 2n ** 256n - 1n))
    .filter((value) => value > 0n),
  floats: fc.tuple(units, units, units, units),
  priceMicroUsd: fc.constantFrom(null, 0n, 1n, 1_000_000n, 2_500_000_000n),
  feeRate: fc.constantFrom(0n, 1n, 10_000_000n),
  settings: fc.record({
    baseBps: rate,
    discountBps: rate,
    competitors: fc.constantFrom([], [{ from: 'eip155:*', to: 'eip155:*', bps: 5 }]),
  }),
});

type Case = typeof anyCase extends fc.Arbitrary<infer T> ? T : never;

async function offered(
  given: Case,
): Promise<{ lane: ReturnType<typeof floatLane>; from: TokenRef; to: TokenRef; offer: Offer }> {
  const from = { ...usdcOnArbitrum, decimals: given.fromDecimals };
  const to = { ...usdcOnBase, decimals: given.toDecimals };
  const [sourceFree, sourceTarget, free, target] = given.floats;
  const lane = floatLane(
    laneContext({
      floats: [
        { token: from, free: sourceFree, target: sourceTarget },
        { token: to, free, target },
      ],
      prices: { USDC: given.priceMicroUsd },
      chains: { feeRate: given.feeRate },
    }),
    floatlaneSettings.parse(given.settings),
  );
  const [offer] = await lane.offers(laneRequest(from, to, given.amount), signal);
  if (offer === undefined) throw new Error('the lane made no offer');
  return { lane, from, to, offer };
}

function digitsOf(value: Json | undefined): bigint {
  return BigInt(typeof value === 'string' ? value : 'no digits');
}

describe('any offer of the float lane', () => {
  it('shows a block whose fee is never above 8 bps rounded up', async () => {
    await fc.assert(
      fc.asyncProperty(anyCase, async (given) => {
        const { offer } = await offered(given);

        expect(
          digitsOf(offer.block?.['fee']) <= feeOf(asUnits(given.amount), standardFeeBps),
        ).to.equal(true);
      }),
      { numRuns: 1_000 },
    );
  });

  it('gives every unit to the recipient or the fee, but for less than one unit of the destination', async () => {
    await fc.assert(
      fc.asyncProperty(anyCase, async (given) => {
        const {
          offer: { outcome },
        } = await offered(given);

        if (!outcome.ok) return;
        const { input, output, minOutput, fee } = outcome.value;
        const oneOut = 10n ** BigInt(36 - given.toDecimals);
        const kept = (input - fee) * 10n ** BigInt(36 - given.fromDecimals) - output * oneOut;
        expect(minOutput).to.equal(output);
        expect(kept >= 0n && kept < oneOut).to.equal(true);
        expect(
          output > 0n && output <= rescale(input, given.fromDecimals, given.toDecimals),
        ).to.equal(true);
      }),
      { numRuns: 1_000 },
    );
  });

  it('serves no more than a quarter of the free float, and says so by capNow', async () => {
    await fc.assert(
      fc.asyncProperty(anyCase, async (given) => {
        const {
          offer: { outcome, block },
        } = await offered(given);

        const cap = digitsOf(block?.['capNow']);
        const [, , free] = given.floats;
        expect(cap).to.equal(rescale(free / 4n, given.toDecimals, given.fromDecimals));
        if (outcome.ok)
          expect(given.amount <= cap && outcome.value.output <= free / 4n).to.equal(true);
        if (given.amount > cap) expect(outcome).to.have.property('code', 'INSUFFICIENT_FLOAT');
      }),
      { numRuns: 1_000 },
    );
  });

  it('can be planned as it was quoted', async () => {
    await fc.assert(
      fc.asyncProperty(anyCase, async (given) => {
        const {
          lane,
          from,
          to,
          offer: { outcome },
        } = await offered(given);

        if (!outcome.ok || outcome.value.kind !== 'firm') return;
        const { output, fee } = outcome.value;
        const order: Order = {
          ...laneRequest(from, to, given.amount),
          routeId: 'rt_1',
          payer,
          recipient,
          minOutput: asUnits(output),
        };
        const plan = await lane.plan(order, outcome.value, signal);
        expect(plan)
          .to.deep.include({ ok: true })
          .and.to.have.property('value')
          .that.deep.includes({ output, fee });
      }),
      { numRuns: 1_000 },
    );
  });
});
