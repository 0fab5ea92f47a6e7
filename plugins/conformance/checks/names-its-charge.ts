import { bps, type Offer, type QuoteRequest, rescale } from '@interline/kernel';
import { expect } from 'chai';
import { type Bench, never, type Seat } from '../bench.ts';
import { type ConformanceCheck, doesNotApply } from '../check.ts';

export const namesItsCharge: ConformanceCheck = {
  title: 'names in its fee all that it charges, rounded up',
  async run(bench) {
    const usual = bench.seat();
    const rate = usual.world.context.standardFeeBps;
    if (rate === 0) return doesNotApply;
    const dear = bench.seat('fair', { standardFeeBps: bps(Math.min(rate * 10, 10_000)) });

    const fees: bigint[] = [];
    for (const request of oddAmounts(bench)) {
      const atUsual = await pricesOf(usual, request);
      const atDear = await pricesOf(dear, request);
      for (const [way, price] of atUsual) {
        fees.push(price.fee);
        expectRoundedUp(request, price.fee, rate);
        const dearer = atDear.get(way);
        if (dearer !== undefined) expectNamed(request, price, dearer);
      }
    }
    if (fees.length === 0) return doesNotApply;
    expect(
      fees.some((fee) => fee > 0n),
      `a fee above zero, where the deployment charges ${rate} bps`,
    ).to.equal(true);
  },
};

interface Price {
  readonly output: bigint;
  readonly fee: bigint;
}

/**
 * The cases, and each amount plus one unit, because a share of a round amount needs no rounding.
 */
function oddAmounts({ cases }: Bench): readonly QuoteRequest[] {
  return cases.requests
    .filter(({ isOwn }) => isOwn !== true)
    .flatMap((request) => [
      request,
      // CAST: one more than an amount, which is far below the greatest.
      { ...request, amount: (request.amount + 1n) as QuoteRequest['amount'] },
    ]);
}

async function pricesOf({ rail }: Seat, request: QuoteRequest): Promise<Map<string, Price>> {
  const offers: readonly Offer[] = await rail.offers(request, never()).catch(() => []);
  return new Map(
    offers.flatMap(({ rail: way, outcome }) => (outcome.ok ? [[way, outcome.value] as const] : [])),
  );
}

/** The exact share is known only for the standard charge. */
function expectRoundedUp({ amount }: QuoteRequest, fee: bigint, rate: number): void {
  const share = amount * BigInt(rate);
  expect(
    share % 10_000n !== 0n && fee === share / 10_000n,
    `${fee} is ${rate} bps of ${amount}, rounded down`,
  ).to.equal(false);
}

/** What a higher rate takes off the output is what it adds to the fee, within one unit of each. */
function expectNamed({ from, to }: QuoteRequest, usual: Price, dear: Price): void {
  const taken = usual.output - dear.output;
  const named = dear.fee - usual.fee;
  const isNamed =
    from.asset === to.asset
      ? rescale(taken - 1n, to.decimals, from.decimals) <= named + 1n
      : taken <= 0n || named > 0n;
  expect(
    isNamed,
    `a higher standard charge takes ${taken} off the output and adds ${named} to the fee`,
  ).to.equal(true);
}
