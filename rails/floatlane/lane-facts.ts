import {
  asUnits,
  capOf,
  type Inventory,
  type Lane,
  matchLane,
  type Membership,
  noUnits,
  type Price,
  type QuoteRequest,
  rescale,
  type TokenRef,
  type Units,
  unitsWorth,
  valueMicroUsd,
} from '@interline/plugins';
import { failedMicroCheck } from './free-tier.ts';
import { expectedGasCost, type GasCost, subsidyLimits } from './gas-subsidy.ts';
import { type LaneSetup, ppmOf } from './lane-setup.ts';
import { type PairPrices, readPairPrices } from './par-band.ts';
import type { PricingFacts } from './price-transfer.ts';
import type { FloatlaneSettings } from './settings.ts';

/** The state of one float, in its own token's smallest units. */
export interface FloatReading {
  readonly token: TokenRef;
  readonly free: Units;
  readonly target: Units | null;
}

/** The lane's facts about one request, read once, so that price, refusals and block agree. */
export interface LaneFacts {
  readonly source: FloatReading;
  readonly destination: FloatReading;
  /** The source token's price; null if there is no usable one. */
  readonly price: Price | null;
  readonly prices: PairPrices;
  /** The value of the whole amount, rounded down. */
  readonly valueMicroUsd: bigint | null;
  readonly gas: GasCost;
  readonly membership: Membership;
}

export async function readLaneFacts(
  setup: LaneSetup,
  request: QuoteRequest,
  signal: AbortSignal,
): Promise<LaneFacts> {
  const [source, destination, prices, gas, membership] = await Promise.all([
    readFloat(setup.inventory, request.from, signal),
    readFloat(setup.inventory, request.to, signal),
    readPairPrices(setup, request, signal),
    expectedGasCost(setup, request, signal),
    setup.context.members.membershipOf(request.payer, request.lane.from, signal),
  ]);
  const price = prices.from;
  const value = price === null ? null : valueMicroUsd(request.amount, request.from.decimals, price);
  return { source, destination, price, prices, valueMicroUsd: value, gas, membership };
}

export async function readFloat(
  inventory: Inventory,
  token: TokenRef,
  signal: AbortSignal,
): Promise<FloatReading> {
  return { token, free: await inventory.free(token, signal), target: inventory.target(token) };
}

/**
 * The largest amount to send now, in the source token's smallest units, rounded down. The lane
 * serves an amount of exactly this, and refuses one unit more.
 */
export function capNow(destination: FloatReading, sourceDecimals: number): Units {
  return asUnits(rescale(capOf(destination.free), destination.token.decimals, sourceDecimals));
}

/** The input of the pricing table. Without a price, everything that depends on dollars is null. */
export function pricingFactsOf(
  setup: LaneSetup,
  request: QuoteRequest,
  facts: LaneFacts,
): PricingFacts {
  const { settings, rates } = setup;
  const limits = subsidyLimits(setup, request.lane.to);
  const isMicro = failedMicroCheck(facts.valueMicroUsd, request.lane.to, limits) === null;
  const inUnits = (microUsd: bigint): Units | null =>
    unitsOf(microUsd, request.from.decimals, facts.price);
  return {
    amount: request.amount,
    rates,
    microFee: isMicro ? inUnits(settings.microFeeMicroUsd) : null,
    hasFreeTransfer: facts.membership.kind === 'free-transfer',
    restoring: restoringUnits(facts.source, facts.destination),
    fullnessPpm: fullnessPpm(facts.destination),
    competitorPpm: competitorPpm(settings, request.lane),
    gas: facts.gas.kind === 'known' ? inUnits(facts.gas.microUsd) : null,
  };
}

/** Dollars in the token's smallest units, rounded up. */
function unitsOf(microUsd: bigint, decimals: number, price: Price | null): Units | null {
  return price === null ? null : asUnits(unitsWorth(microUsd, decimals, price));
}

/**
 * How much can move before one of the two floats passes its target, in the source token's smallest
 * units, rounded down. Zero unless the source is below its target and the destination above; an
 * unknown target counts as met.
 */
export function restoringUnits(source: FloatReading, destination: FloatReading): Units {
  if (source.target === null || destination.target === null) return noUnits;
  const shortfall = source.target - source.free;
  const surplus = rescale(
    destination.free - destination.target,
    destination.token.decimals,
    source.token.decimals,
  );
  if (shortfall <= 0n || surplus <= 0n) return noUnits;
  return asUnits(shortfall < surplus ? shortfall : surplus);
}

/** The part of the amount that moves both floats back towards their targets. */
export function restoredBy(
  amount: bigint,
  { source, destination }: Pick<LaneFacts, 'source' | 'destination'>,
): Units {
  const restoring = restoringUnits(source, destination);
  return restoring < amount ? restoring : asUnits(amount);
}

/** The free float as a share of its target; null without a target. */
function fullnessPpm({ free, target }: FloatReading): bigint | null {
  return target === null || target === 0n ? null : (free * 1_000_000n) / target;
}

function competitorPpm({ competitors }: FloatlaneSettings, lane: Lane): bigint | null {
  const covering = competitors.find(
    ({ from, to }) => matchLane([{ from, to, settles: 'firm' }], lane) !== null,
  );
  return covering === undefined ? null : ppmOf(covering.bps);
}
