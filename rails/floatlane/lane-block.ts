import {
  effectiveBps,
  evmChainId,
  type JsonObject,
  type Members,
  type QuoteRequest,
  type RailOutcome,
} from '@interline/plugins';
import { subsidyLimits } from './gas-subsidy.ts';
import { capNow, type LaneFacts } from './lane-facts.ts';
import { type FreeTier, freeTierOf } from './free-tier.ts';
import type { LaneSetup } from './lane-setup.ts';
import type { Pricing } from './price-transfer.ts';

/**
 * The `floatlane` object of a quote. `fee` and `capNow` are in the source token's smallest units,
 * so a client can send `capNow` as an amount; `destFloat`, the free destination float, is in the
 * destination token's.
 */
export function laneBlock(
  setup: LaneSetup,
  request: QuoteRequest,
  facts: LaneFacts,
  pricing: Pricing,
  subsidy: RailOutcome<unknown>,
): JsonObject {
  const { context } = setup;
  const limits = subsidyLimits(setup, request.lane.to);
  const feeBps = effectiveBps(pricing.fee, request.amount);
  return {
    fee: pricing.fee.toString(),
    effectiveFeeBps: feeBps,
    capNow: capNow(facts.destination, request.from.decimals).toString(),
    destFloat: facts.destination.free.toString(),
    pricing: {
      mode: pricing.mode,
      feeBps,
      standardFeeBps: context.standardFeeBps,
      reason: pricing.reason,
    },
    freeTier: freeTierJson(freeTierOf(facts, request.lane.to, limits, subsidy)),
    vip: {
      isMember: facts.membership.kind !== 'not-a-member',
      matched: facts.membership.kind === 'not-a-member' ? null : facts.membership.name,
      collections: collectionsOf(context.members),
    },
  };
}

/** A collection with the same address on several chains is one item. */
function collectionsOf(members: Members): readonly JsonObject[] {
  const items = new Map<string, { name: string; address: string; chains: (number | string)[] }>();
  for (const { chain, address, name } of members.recognised()) {
    const key = `${address} ${name}`;
    const item = items.get(key) ?? { name, address, chains: [] };
    item.chains.push(evmChainId(chain) ?? chain);
    items.set(key, item);
  }
  return [...items.values()];
}

function freeTierJson({ applied, failedCheck, reason }: FreeTier): JsonObject {
  return { applied, failedCheck, reason };
}
