import {
  answer,
  asUnits,
  type FirmQuote,
  type Offer,
  type QuoteRequest,
  refuse,
} from '@interline/kernel';
import type { RailPort } from '@interline/ports';
import { scriptedSteps } from '../../testing/scripted-steps.ts';
import { plantedPrices } from './planted-prices.ts';
import { type PlantedFault, plantedThefts } from './planted-thefts.ts';
import { askRate, changed, quoting, soundRail } from './sound-rail.ts';

/** One mistake at a time, each one that a rail's author could make in good faith. */
export const plantedFaults: readonly PlantedFault[] = [
  {
    name: 'a name of a way that is not its own',
    found: ['makes at most one offer for each of its own ways, under that name'],
    make: changed((rail) => ({
      offers: async (...args) =>
        (await rail.offers(...args)).map((offer) => ({ ...offer, rail: 'other' })),
    })),
  },
  {
    name: 'a refusal of everything',
    found: ['prices the requests it is tested with'],
    make: changed(() => ({
      offers: async () => [
        { rail: 'sound', outcome: refuse('NO_ROUTE', 'sound is not in the mood') },
      ],
      track: async () => ({ status: 'DONE', stage: 'DELIVERED' }),
    })),
  },
  {
    name: 'a bigint in the memo',
    found: [
      'offers in pure data, with a memo and a block that survive JSON',
      'plans a quote, and tracks a transfer, that it was told of before a restart',
    ],
    make: changed((rail) => ({
      offers: quoting(rail, (quote) => ({
        ...quote,
        memo: { started: 1n } as unknown as FirmQuote['memo'],
      })),
      async plan(...args) {
        const outcome = await rail.plan(...args);
        return outcome.ok
          ? answer({ ...outcome.value, steps: [scriptedSteps.track({ startedAtMs: 0 })] })
          : outcome;
      },
    })),
  },
  {
    name: 'a fee that is a number',
    found: [
      'writes every quantity as a bigint, from zero to 2^256 - 1',
      'names in its fee all that it charges, rounded up',
      "plans in pure data of the contract's shape",
    ],
    make: changed((rail) => ({
      offers: quoting(rail, (quote) => ({
        ...quote,
        fee: Number(quote.fee) as unknown as FirmQuote['fee'],
      })),
    })),
  },
  {
    name: 'an output above the input',
    found: [
      'never quotes more than goes in where both tokens are one asset',
      'prices both tokens by their decimals and by what they are worth',
      "plans only what its manifest gives it a right to, for the order's own money",
    ],
    make: changed((rail) => ({
      offers: quoting(rail, (quote) => ({ ...quote, output: asUnits(quote.input + 1n) })),
    })),
  },
  ...plantedPrices,
  {
    name: 'an input that is not the amount',
    found: ['quotes the amount that was asked for, and never promises more than it expects'],
    make: changed((rail) => ({
      offers: quoting(rail, (quote) => ({
        ...quote,
        input: (quote.input + 1n) as FirmQuote['input'],
      })),
    })),
  },
  {
    name: 'a price that moves with every question',
    found: [
      'gives one price while the clock stands still, by any caller and however often',
      'keeps calls that run at the same time apart',
    ],
    make: changed((rail) => {
      let asked = 0n;
      return {
        offers: async (...args) => {
          asked += 1n;
          return quoting(rail, (quote) => ({
            ...quote,
            output: asUnits(quote.output - asked),
            minOutput: asUnits(1n),
          }))(...args);
        },
      };
    }),
  },
  {
    name: 'a firm quote on a lane that is only priced',
    found: [
      'is firm only on lanes its manifest settles, and leaves payers at least ten seconds to sign',
    ],
    make: changed((rail, context) => ({
      offers: async (...args) =>
        (await rail.offers(...args)).map((offer) =>
          offer.outcome.ok
            ? {
                ...offer,
                outcome: answer({
                  ...offer.outcome.value,
                  kind: 'firm' as const,
                  expiresAtMs: context.clock.now() + 1_000,
                  memo: { startedAtMs: 0 },
                }),
              }
            : offer,
        ),
    })),
  },
  {
    name: 'a quote that expires after a millisecond',
    found: [
      'is firm only on lanes its manifest settles, and leaves payers at least ten seconds to sign',
    ],
    make: changed((rail, { clock }) => ({
      offers: quoting(rail, (quote) => ({ ...quote, expiresAtMs: clock.now() + 1 })),
    })),
  },
  {
    name: 'a throw on a lane it does not serve',
    found: ['answers a lane it does not serve with a refusal, not with a throw'],
    make: changed((rail) => ({
      async offers(request, signal) {
        const offers = await rail.offers(request, signal);
        if (offers.some(({ outcome }) => !outcome.ok)) throw new Error('no such lane');
        return offers;
      },
    })),
  },
  {
    name: "a code that no catalogue knows, with an upstream's address as the reason",
    found: ['refuses with a catalogued code and short plain words'],
    make: changed((rail) => ({
      offers: refusing(rail, () =>
        refuse('NO_LUCK' as 'NO_ROUTE', 'see https://upstream.example/help'),
      ),
    })),
  },
  {
    name: 'a plan with a method in it',
    found: ["plans in pure data of the contract's shape"],
    make: changed((rail) => ({
      async plan(...args) {
        const outcome = await rail.plan(...args);
        return outcome.ok ? answer({ ...outcome.value, send: () => undefined }) : outcome;
      },
    })),
  },
  {
    name: 'a payout from a float it has no right to',
    found: ["plans only what its manifest gives it a right to, for the order's own money"],
    make: changed((rail) => ({
      async plan(order, ...rest) {
        const outcome = await rail.plan(order, ...rest);
        return outcome.ok
          ? answer({
              ...outcome.value,
              pullTo: 'float',
              steps: [
                scriptedSteps.reserve(order, outcome.value.output),
                scriptedSteps.payout(order, outcome.value.output),
                scriptedSteps.track({ startedAtMs: 0 }),
              ],
            })
          : outcome;
      },
    })),
  },
  ...plantedThefts,
  {
    name: 'a plan below the agreed output',
    found: ['refuses to plan below the agreed output, and plans exactly at it'],
    make: changed((rail) => ({
      plan: (order, ...rest) => rail.plan({ ...order, minOutput: asUnits(0n) }, ...rest),
    })),
  },
  {
    name: 'a plan only for quotes it still has in memory',
    found: ['plans a quote, and tracks a transfer, that it was told of before a restart'],
    make: changed((rail) => {
      const given = new Set<bigint>();
      return {
        offers: quoting(rail, (quote) => {
          given.add(quote.input);
          return quote;
        }),
        plan: async (order, quote, signal) =>
          given.has(quote.input)
            ? rail.plan(order, quote, signal)
            : refuse('NO_ROUTE', 'this quote is not known here'),
      };
    }),
  },
  {
    name: 'a DONE that is taken back',
    found: ['never goes back in what it says of a transfer, least of all from DONE or FAILED'],
    make: changed((rail) => {
      let doneSaid = 0;
      return {
        async track(...args) {
          const progress = await rail.track(...args);
          if (progress.status === 'DONE') doneSaid += 1;
          return doneSaid > 2 ? { status: 'BRIDGING', stage: 'SENDING' } : progress;
        },
      };
    }),
  },
  {
    name: 'an upstream call that does not heed the signal',
    found: ['ends every call soon after its signal aborts'],
    make: changed((rail) => ({
      offers: (request) => rail.offers(request, new AbortController().signal),
    })),
  },
  {
    name: 'an upstream call without a deadline',
    found: ['gives every request to an upstream a deadline of a minute at most'],
    make: (context, apiKey) =>
      soundRail(
        {
          ...context,
          http: {
            request: (request, signal) =>
              context.http.request({ ...request, deadlineMs: Number.POSITIVE_INFINITY }, signal),
          },
        },
        apiKey,
      ),
  },
  {
    name: 'plain http to an upstream on another host',
    found: ['speaks https with every upstream that is not on its own machine'],
    make: (context, apiKey) =>
      soundRail(
        {
          ...context,
          http: {
            request: (request, signal) =>
              context.http.request(
                { ...request, url: request.url.replace('https:', 'http:') },
                signal,
              ),
          },
        },
        apiKey,
      ),
  },
  {
    name: 'one place for the request of all calls',
    found: ['keeps calls that run at the same time apart'],
    make: changed((rail, context, apiKey) => {
      let current: QuoteRequest | undefined;
      return {
        async offers(request, signal) {
          current = request;
          await askRate(context, apiKey, signal);
          return rail.offers(current, signal);
        },
      };
    }),
  },
  {
    name: "an order that is changed under the host's hands",
    found: ['leaves its arguments as they were'],
    make: changed((rail) => ({
      plan: (order, ...rest) =>
        rail.plan(
          Object.assign(order, { recipient: '0x3333333333333333333333333333333333333333' }),
          ...rest,
        ),
    })),
  },
  {
    name: 'a reach for the keys',
    found: ['asks its host for nothing but what the context offers, custody least of all'],
    make: changed((rail, context) => ({
      async health(signal) {
        const { custody } = context as unknown as { readonly custody?: unknown };
        return custody === undefined
          ? rail.health(signal)
          : { isUp: true, reason: 'the keys are here' };
      },
    })),
  },
  {
    name: "an upstream's error page in the log",
    found: ['lets no secret of its settings or its upstreams out in answers, errors or log lines'],
    make: changed((rail, context) => ({
      async health(signal) {
        const { body } = await context.http.request(
          { url: 'https://upstream.example/health', method: 'GET', deadlineMs: 1_000 },
          signal,
        );
        context.log.warn('upstream.said', { body });
        return rail.health(signal);
      },
    })),
  },
  {
    name: 'its own key in a thrown error',
    found: ['lets no secret of its settings or its upstreams out in answers, errors or log lines'],
    make: changed((rail, _context, apiKey) => ({
      offers: (request, signal) =>
        rail.offers(request, signal).catch(() => {
          throw new Error(`the upstream took no key like ${apiKey}`);
        }),
    })),
  },
  {
    name: 'a health check that is never up',
    found: ['answers health, up in fair weather and with a reason when down'],
    make: changed(() => ({ health: async () => ({ isUp: false }) })),
  },
  {
    name: 'a health check that never asks',
    found: ['is not up while the upstream that prices its requests cannot be reached'],
    make: changed(() => ({ health: async () => ({ isUp: true }) })),
  },
  {
    name: "the payer's address in the log",
    found: ['writes no address of a payer or a recipient into its log'],
    make: changed((rail, { log }) => ({
      offers(request, signal) {
        log.info('sound.asked', { payer: request.payer });
        return rail.offers(request, signal);
      },
    })),
  },
  {
    name: "the recipient's address in the log of a plan that failed",
    found: ['writes no address of a payer or a recipient into its log'],
    make: changed((rail, context, apiKey) => ({
      async plan(order, ...rest) {
        await askRate(context, apiKey, rest[1]).catch(() => {
          context.log.warn('sound.failed', { to: order.recipient.toUpperCase() });
        });
        return rail.plan(order, ...rest);
      },
    })),
  },
  {
    name: 'lanes that contradict themselves',
    found: ['has a manifest that a host admits'],
    make: changed((rail) => ({
      manifest: {
        ...rail.manifest,
        lanes: rail.manifest.lanes.map((lane) => ({ ...lane, reason: 'none' })),
      },
    })),
  },
];

function refusing(rail: RailPort, refusal: () => Offer['outcome']): RailPort['offers'] {
  return async (request, signal) =>
    (await rail.offers(request, signal)).map((offer) =>
      offer.outcome.ok ? offer : { ...offer, outcome: refusal() },
    );
}
