import {
  asUnits,
  type Lane,
  matchLane,
  type Price,
  type QuoteRequest,
  type Units,
  unitsWorth,
} from '@interline/plugins';
import { fullnessPpm } from './float-reading.ts';
import type { LaneFacts } from './lane-facts.ts';
import { ppmOf } from './lane-rates.ts';
import type { LaneSetup } from './lane-setup.ts';
import { failedMicroCheck } from './micro-tier.ts';
import type { PricingFacts } from './pricing-facts.ts';
import { restoringUnits } from './restoring-units.ts';
import type { FloatlaneSettings } from './settings.ts';

/**
 * Turns what was read into what the pricing table asks for; everything in dollars is off without a
 * price.
 */
export function pricingFactsOf(
  { settings, rates }: LaneSetup,
  request: QuoteRequest,
  facts: LaneFacts,
): PricingFacts {
  const isMicro = failedMicroCheck(facts.valueMicroUsd, request.lane.to) === null;
  const inUnits = (microUsd: bigint): Units | null =>
    unitsOf(microUsd, request.from.decimals, facts.price);
  return {
    amount: request.amount,
    rates,
    microFee: isMicro ? inUnits(BigInt(settings.microFeeMicroUsd)) : null,
    hasFreeTransfer: facts.membership.kind === 'free-transfer',
    restoring: restoringUnits(facts.source, facts.destination),
    fullnessPpm: fullnessPpm(facts.destination),
    competitorPpm: competitorPpm(settings, request.lane),
    gas: facts.gas.kind === 'known' ? inUnits(facts.gas.microUsd) : null,
  };
}

/** Rounded up. */
function unitsOf(microUsd: bigint, decimals: number, price: Price | null): Units | null {
  return price === null ? null : asUnits(unitsWorth(microUsd, decimals, price));
}

function competitorPpm({ competitors }: FloatlaneSettings, lane: Lane): bigint | null {
  const covering = competitors.find(
    ({ from, to }) => matchLane([{ from, to, settles: 'firm' }], lane) !== null,
  );
  return covering === undefined ? null : ppmOf(covering.bps);
}
