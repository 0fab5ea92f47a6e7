import {
  answer,
  asUnits,
  feeOf,
  floorOf,
  type IndicativeQuote,
  type JsonObject,
  type LanePattern,
  matchLane,
  noUnits,
  type Offer,
  type Price,
  type QuoteRequest,
  type RailOutcome,
  refuse,
  RelayError,
  rescale,
  type TokenRef,
  type Units,
} from '@interline/kernel';
import type { Health } from '@interline/ports';
import { z } from 'zod';
import { type DefinedRail, defineRail } from './define-rail.ts';
import type { RailContext } from './rail-context.ts';

/** A rail that prices its lanes from market prices, less a spread, and settles none of them. */
export interface PricedRailParts {
  readonly id: string;
  readonly title: string;
  /** The sides of its lanes, as a manifest writes them. */
  readonly lanes: readonly { readonly from: string; readonly to: string }[];
  /** From a payment to its arrival, in seconds; the settings may say otherwise. */
  readonly durationSec: number;
  /** What the destination chain deducts from the output, and its notes; nothing when left out. */
  readonly land?: (landing: Landing, signal: AbortSignal) => Promise<RailOutcome<Landed>>;
  /** State of its source of live facts; up when left out. */
  readonly health?: (context: RailContext, signal: AbortSignal) => Promise<Health>;
}

export interface Landing {
  readonly context: RailContext;
  readonly request: QuoteRequest;
  readonly output: Units;
}

export interface Landed {
  readonly output: Units;
  readonly note?: string;
  readonly block?: JsonObject;
}

const reason = 'this lane is priced from market prices and is not settled by this service';

/** An indicative price is below the market by this much, in basis points. */
const usualSpreadBps = 100;

export function pricedRail({ id, title, lanes, durationSec, ...parts }: PricedRailParts) {
  const patterns = lanes.map((sides): LanePattern => ({ ...sides, settles: 'indicative', reason }));
  const manifest = {
    id,
    api: '2.0.0',
    version: '0.1.0',
    title,
    ways: [id],
    lanes: patterns,
    broadcast: 'opt-in',
    minOut: 'enforced',
    effects: 'real',
    capabilities: ['own-price'],
  } as const;
  const settings = z.strictObject({
    spreadBps: z
      .int()
      .min(0)
      .max(2_000)
      .default(usualSpreadBps)
      .describe('Taken off the market price, in basis points.'),
    durationSec: z
      .int()
      .min(1)
      .max(86_400)
      .default(durationSec)
      .describe('From a payment to its arrival, in seconds.'),
  });
  return defineRail({
    manifest,
    settings,
    create: (context, own): ReturnType<DefinedRail['create']> => ({
      manifest,
      offers: async (request, signal) => [
        await offerOf({ id, context, lanes: patterns, land: parts.land, ...own }, request, signal),
      ],
      plan: async () => refuse('UNSUPPORTED_DIRECTION', reason),
      track: async () => {
        throw new RelayError('RAIL_FAULT', { rail: id, step: 'track' }, `${id} moves nothing`);
      },
      health: async (signal) => (await parts.health?.(context, signal)) ?? { isUp: true },
    }),
  });
}

interface Pricing {
  readonly id: string;
  readonly context: RailContext;
  readonly lanes: readonly LanePattern[];
  readonly spreadBps: number;
  readonly durationSec: number;
  readonly land: PricedRailParts['land'];
}

async function offerOf(
  pricing: Pricing,
  request: QuoteRequest,
  signal: AbortSignal,
): Promise<Offer> {
  const { id, context, lanes, land } = pricing;
  if (matchLane(lanes, request.lane) === null)
    return { rail: id, outcome: refuse('UNROUTABLE_LANE', `${id} does not price this lane`) };
  const fee = request.isOwn === true ? noUnits : feeOf(request.amount, context.standardFeeBps);
  const priced = await marketOutput(pricing, request, fee, signal);
  if (!priced.ok) return { rail: id, outcome: priced };
  const landed =
    land === undefined
      ? answer<Landed>({ output: priced.value })
      : await land({ context, request, output: priced.value }, signal);
  if (!landed.ok) return { rail: id, outcome: landed };
  const { output, note, block } = landed.value;
  if (output === 0n)
    return {
      rail: id,
      outcome: refuse('NO_ROUTE', 'the amount is worth nothing after charge and spread'),
    };
  return {
    rail: id,
    outcome: answer(quoteOf(pricing, request, { fee, output, note })),
    ...(block === undefined ? {} : { block }),
  };
}

/** Rounded down; tokens of one asset need no price. */
async function marketOutput(
  { context, spreadBps }: Pricing,
  { from, to, amount }: QuoteRequest,
  fee: Units,
  signal: AbortSignal,
): Promise<RailOutcome<Units>> {
  const kept = (amount - fee) * BigInt(10_000 - spreadBps);
  if (from.asset === to.asset)
    return answer(asUnits(rescale(kept, from.decimals, to.decimals) / 10_000n));
  const [paid, received] = await Promise.all(
    [from, to].map(async (token) => context.price.priceOf(token, signal)),
  );
  const unpriced = unpricedOf([from, paid], [to, received]);
  if (unpriced !== null) return refuse('NO_ROUTE', `there is no fresh price of ${unpriced}`);
  const worth = kept * (paid?.microUsd ?? 0n) * 10n ** BigInt(to.decimals);
  return answer(
    asUnits(worth / ((received?.microUsd ?? 1n) * 10n ** BigInt(from.decimals) * 10_000n)),
  );
}

type Priced = readonly [token: TokenRef, price: Price | null | undefined];

function unpricedOf(...sides: readonly Priced[]): string | null {
  return sides.find(([, price]) => price == null)?.[0].symbol ?? null;
}

interface Figures {
  readonly fee: Units;
  readonly output: Units;
  readonly note: string | undefined;
}

function quoteOf(
  { id, spreadBps, durationSec }: Pricing,
  { amount, slippage }: QuoteRequest,
  { fee, output, note }: Figures,
): IndicativeQuote {
  const own = `our own estimate: the market price less ${spreadBps} bps, which no engine has offered`;
  return {
    kind: 'indicative',
    rail: id,
    bridge: id,
    via: [],
    input: amount,
    output,
    minOutput: floorOf(output, slippage),
    fee,
    durationSec,
    note: note === undefined ? own : `${own}; ${note}`,
    reason,
  };
}
