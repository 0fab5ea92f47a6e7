import { answer, asUnits, type RailOutcome, refuse, RelayError } from '@interline/plugins';
import { ManualClock } from '@interline/plugins/testing';
import { expect } from 'chai';
import { never } from '../testing/never.ts';
import type { Priced } from '../upstream/upstream.ts';
import { PriceCache } from './price-cache.ts';

const priced: Priced = {
  output: asUnits(10n),
  minOutput: asUnits(9n),
  durationSec: 20,
  bridge: 'alpha',
  via: [],
  expiresAtMs: null,
  coinFee: asUnits(0n),
};

interface Counter {
  asked: number;
  ask(): Promise<RailOutcome<Priced>>;
}

function counter(outcome: RailOutcome<Priced> | Error = answer(priced)): Counter {
  return {
    asked: 0,
    async ask() {
      this.asked += 1;
      await Promise.resolve();
      if (outcome instanceof Error) throw outcome;
      return outcome;
    },
  };
}

function cacheOf(maxEntries = 100): { readonly clock: ManualClock; readonly cache: PriceCache } {
  const clock = new ManualClock();
  return { clock, cache: new PriceCache({ lifeMs: 5_000, maxEntries }, clock) };
}

describe('the price cache', () => {
  it('makes one request for 50 concurrent equal questions', async () => {
    const { cache } = cacheOf();
    const upstream = counter();

    const outcomes = await Promise.all(
      [...Array(50).keys()].map(() => cache.price('q', () => upstream.ask(), never())),
    );

    expect(outcomes).to.deep.equal([...Array(50).keys()].map(() => answer(priced)));
    expect(upstream.asked).to.equal(1);
  });

  it('asks for each question', async () => {
    const { cache } = cacheOf();
    const upstream = counter();

    await Promise.all(
      ['q', 'r', 'q'].map((question) => cache.price(question, () => upstream.ask(), never())),
    );

    expect(upstream.asked).to.equal(2);
  });

  for (const [what, outcome] of [
    ['a price', answer(priced)],
    ['a refusal', refuse('NO_ROUTE', 'no route')],
  ] as const) {
    it(`keeps ${what} for its life and no longer`, async () => {
      const { cache, clock } = cacheOf();
      const upstream = counter(outcome);
      const ask = (): Promise<RailOutcome<Priced>> =>
        cache.price('q', () => upstream.ask(), never());

      await ask();
      await clock.advance(4_999);
      await ask();
      expect(upstream.asked).to.equal(1);
      await clock.advance(1);
      await ask();
      expect(upstream.asked).to.equal(2);
    });
  }

  it('keeps no price past the moment the engine calls it stale', async () => {
    const { cache, clock } = cacheOf();
    const upstream = counter(answer({ ...priced, expiresAtMs: clock.now() + 1_000 }));

    await cache.price('q', () => upstream.ask(), never());
    await clock.advance(1_000);
    await cache.price('q', () => upstream.ask(), never());

    expect(upstream.asked).to.equal(2);
  });

  it('shares a fault with waiting callers, and does not cache it', async () => {
    const { cache } = cacheOf();
    const upstream = counter(new RelayError('RAIL_FAULT', {}, 'broken'));
    const ask = (): Promise<string> =>
      cache
        .price('q', () => upstream.ask(), never())
        .then(
          () => 'an answer',
          (error: Error) => error.message,
        );

    expect(await Promise.all([ask(), ask()])).to.deep.equal(['broken', 'broken']);
    expect(upstream.asked).to.equal(1);
    expect(await ask()).to.equal('broken');
    expect(upstream.asked).to.equal(2);
  });

  it('keeps the other callers when one leaves', async () => {
    const { cache } = cacheOf();
    const flight = Promise.withResolvers<RailOutcome<Priced>>();
    const leaver = new AbortController();

    const left = cache
      .price('q', () => flight.promise, leaver.signal)
      .catch((error: unknown) => error);
    const stayed = cache.price('q', () => flight.promise, never());
    leaver.abort();
    expect(await left)
      .to.be.an('error')
      .that.includes({ code: 'RAIL_TIMEOUT' });
    flight.resolve(answer(priced));

    expect(await stayed).to.deep.equal(answer(priced));
  });

  it('drops the oldest question when it is full', async () => {
    const { cache } = cacheOf(2);
    const upstream = counter();
    const ask = (question: string): Promise<RailOutcome<Priced>> =>
      cache.price(question, () => upstream.ask(), never());

    for (const question of ['q', 'r', 's', 'r', 's']) await ask(question);
    expect(upstream.asked).to.equal(3);
    await ask('q');
    expect(upstream.asked).to.equal(4);
  });

  it('lets callers that joined a request ask for themselves if its owner had no share of the limit left', async () => {
    const { cache } = cacheOf();
    const poor = counter(new RelayError('RATE_LIMITED', {}, 'used up'));
    const rich = counter();

    const [first, ...others] = await Promise.allSettled([
      cache.price('q', () => poor.ask(), never()),
      cache.price('q', () => rich.ask(), never()),
      cache.price('q', () => rich.ask(), never()),
    ]);

    expect(first?.status).to.equal('rejected');
    expect(others).to.deep.equal([
      { status: 'fulfilled', value: answer(priced) },
      { status: 'fulfilled', value: answer(priced) },
    ]);
    expect([poor.asked, rich.asked]).to.deep.equal([1, 1]);
  });
});
