import {
  answer,
  bps,
  evmAddress,
  feeOf,
  type FirmQuote,
  matchLane,
  noUnits,
  type Offer,
  type Progress,
  type QuoteRequest,
  refuse,
  RelayError,
  rescale,
} from '@interline/kernel';
import type { RailPort } from '@interline/ports';
import type { RailContext } from '../../rail-context.ts';
import { scriptedManifest } from '../../testing/scripted-manifest.ts';
import { scriptedQuote } from '../../testing/scripted-quote.ts';
import { scriptedSteps } from '../../testing/scripted-steps.ts';
import { testRequest } from '../../testing/test-request.ts';
import { usdcOnBnb } from '../../testing/test-tokens.ts';
import type { ConformanceCases, MakeRail } from '../cases.ts';

const deliveredAfterMs = 3_000;
const soundManifest = scriptedManifest({
  id: 'sound',
  lanes: [
    {
      from: 'eip155:*',
      to: 'eip155:56',
      settles: 'indicative',
      reason: 'deliveries there are not built',
    },
    { from: 'eip155:*', to: 'eip155:*', settles: 'firm' },
  ],
});

/** Its contract on every destination, called to recall a transfer. */
export const bridgeThere = evmAddress(`0x${'66'.repeat(20)}`);

/** A small correct rail over a realistic upstream, into which faults are planted. */
export function soundRail(context: RailContext, apiKey: string): RailPort {
  return {
    manifest: soundManifest,
    async offers(request, signal): Promise<readonly Offer[]> {
      const lane = matchLane(soundManifest.lanes, request.lane);
      if (lane === null)
        return [
          {
            rail: 'sound',
            outcome: refuse('UNROUTABLE_LANE', `sound does not serve ${request.lane.to}`),
          },
        ];
      const { amount, from, to } = request;
      if (from.asset !== to.asset)
        return [
          { rail: 'sound', outcome: refuse('NO_ROUTE', 'sound trades no asset for another') },
        ];
      const upstreamFee = feeOf(amount, bps(await askRate(context, apiKey, signal)));
      const fee = feeOf(amount, context.standardFeeBps);
      const output = rescale(amount - fee - upstreamFee, from.decimals, to.decimals);
      const {
        expiresAtMs: _expiresAtMs,
        memo: _memo,
        ...terms
      } = scriptedQuote(request, { rail: 'sound', fee, output });
      return lane.settles === 'firm'
        ? [
            {
              rail: 'sound',
              outcome: answer({
                ...terms,
                kind: 'firm',
                expiresAtMs: context.clock.now() + 30_000,
                memo: { startedAtMs: context.clock.now() },
              }),
            },
          ]
        : [
            {
              rail: 'sound',
              outcome: answer({
                ...terms,
                kind: 'indicative',
                reason: 'deliveries there are not built',
              }),
            },
          ];
    },
    async plan(order, quote) {
      if (quote.output < order.minOutput)
        return refuse(
          'BELOW_AGREED_OUTPUT',
          `output ${quote.output} is below the agreed ${order.minOutput}`,
        );
      return answer({
        pullTo: 'spender',
        output: quote.output,
        fee: quote.fee,
        keeps: 'perishable',
        charges: [],
        steps: [
          scriptedSteps.call(order),
          { ...scriptedSteps.track(quote.memo), recall: { to: bridgeThere } },
        ],
      });
    },
    async track(ref): Promise<Progress> {
      const isDelivered = context.clock.now() >= Number(ref['startedAtMs']) + deliveredAfterMs;
      return isDelivered
        ? { status: 'DONE', stage: 'DELIVERED' }
        : { status: 'BRIDGING', stage: 'SENDING' };
    },
    async recall() {
      return answer({ to: bridgeThere, data: '0x6ea26ba5', value: noUnits });
    },
    health: (signal) =>
      askRate(context, apiKey, signal).then(
        () => ({ isUp: true }),
        () => ({ isUp: false, reason: 'the upstream of sound answers no rate' }),
      ),
  };
}

/** The sound rail with some of its members changed. */
export function changed(
  change: (rail: RailPort, ...host: Parameters<MakeRail>) => Partial<RailPort>,
): MakeRail {
  return (context, apiKey) => {
    const rail = soundRail(context, apiKey);
    return { ...rail, ...change(rail, context, apiKey) };
  };
}

/** What the rail offers, with every firm quote changed. */
export function quoting(
  rail: RailPort,
  change: (quote: FirmQuote, request: QuoteRequest) => FirmQuote,
): RailPort['offers'] {
  return async (request, signal): Promise<readonly Offer[]> =>
    (await rail.offers(request, signal)).map((offer) =>
      offer.outcome.ok && offer.outcome.value.kind === 'firm'
        ? { ...offer, outcome: answer(change(offer.outcome.value, request)) }
        : offer,
    );
}

/** Lanes both firm and indicative, and an upstream that charges 5 bps. */
export const soundCases: ConformanceCases = {
  requests: [
    testRequest({ units: 1_000_000n }),
    testRequest({ units: 25_000_001n }),
    testRequest({ units: 1_000_000n, to: usdcOnBnb }),
  ],
  world: () => ({
    http: { request: async () => ({ status: 200, headers: {}, body: '{"bps":5}' }) },
  }),
};

export async function askRate(
  { http }: RailContext,
  apiKey: string,
  signal: AbortSignal,
): Promise<number> {
  const { status, body } = await http.request(
    {
      url: 'https://upstream.example/rate',
      method: 'GET',
      headers: { 'x-api-key': apiKey },
      deadlineMs: 2_000,
    },
    signal,
  );
  const rate = status === 200 ? readRate(body) : null;
  if (rate === null)
    throw new RelayError(
      'RAIL_FAULT',
      { rail: 'sound', status },
      'the upstream of sound answered no rate',
    );
  return rate;
}

function readRate(body: string): number | null {
  try {
    const { bps: rate } = JSON.parse(body) as { bps?: unknown };
    return typeof rate === 'number' ? rate : null;
  } catch {
    return null;
  }
}
