import {
  inTokens,
  matchLane,
  type Offer,
  type QuoteRequest,
  type TokenRef,
  tokenKey,
  unitsWorth,
  valueMicroUsd,
} from '@interline/kernel';
import { expect } from 'chai';
import { testRequest } from '../../testing/test-request.ts';
import { testTokens } from '../../testing/test-tokens.ts';
import { type Bench, never, type Seat } from '../bench.ts';
import { type ConformanceCheck, doesNotApply } from '../check.ts';

/** Value of the suite's own requests: within every float, and well above any gas. */
const askedMicroUsd = 100_000_000n;

export const pricesBothTokens: ConformanceCheck = {
  title: 'prices both tokens by their decimals and by what they are worth',
  async run(bench) {
    const seat = bench.seat();
    // Its quotes are simulated and invented.
    if (seat.rail.manifest.effects === 'simulated') return doesNotApply;
    for (const request of [...bench.cases.requests, ...(await ownRequests(bench, seat))]) {
      for (const { outcome } of await offersOf(seat, request))
        if (outcome.ok) await expectWorth(seat, request, outcome.value.output);
    }
    return undefined;
  },
};

/** Every pair of the test tokens that the manifest covers and the world lists or the cases use. */
async function ownRequests({ cases }: Bench, seat: Seat): Promise<readonly QuoteRequest[]> {
  const { lanes } = seat.rail.manifest;
  const { tokens, price } = seat.world.context;
  const listed = new Set([
    ...cases.requests.flatMap(({ from, to }) => [from, to]).map(tokenKey),
    ...testTokens.flatMap(({ chain }) => tokens.on(chain)).map(tokenKey),
  ]);
  const known = testTokens.filter((token) => listed.has(tokenKey(token)));
  const asked: QuoteRequest[] = [];
  for (const from of known) {
    const one = await price.priceOf(from, never());
    if (one === null || one.microUsd === 0n) continue;
    const units = unitsWorth(askedMicroUsd, from.decimals, one);
    for (const to of known)
      if (matchLane(lanes, { from: from.chain, to: to.chain }) !== null)
        asked.push(testRequest({ from, to, units }));
  }
  return asked;
}

/** A rail need not serve requests that only the suite makes. */
async function offersOf({ rail }: Seat, request: QuoteRequest): Promise<readonly Offer[]> {
  return rail.offers(request, never()).catch(() => []);
}

/** More than half of the input, and at most a twentieth above it. */
async function expectWorth(
  { world }: Seat,
  { amount, from, to }: QuoteRequest,
  output: bigint,
): Promise<void> {
  const [paid, received] = await Promise.all([
    worth(world, from, amount),
    worth(world, to, output),
  ]);
  if (paid === null || received === null) return;
  const pair = `${inTokens(output, to)} on ${to.chain} for ${inTokens(amount, from)} on ${from.chain}`;
  expect(received * 20n <= paid * 21n, `${pair}: worth at most what goes in`).to.equal(true);
  expect(received * 2n >= paid, `${pair}: worth at least half of what goes in`).to.equal(true);
}

async function worth(
  { context }: Seat['world'],
  token: TokenRef,
  units: bigint,
): Promise<bigint | null> {
  const price = await context.price.priceOf(token, never());
  return price === null ? null : valueMicroUsd(units, token.decimals, price);
}
