import {
  chainInWords,
  type FirmQuote,
  type Offer,
  type Order,
  type Plan,
  type QuoteRequest,
  type RailOutcome,
} from '@interline/kernel';
import type { Health } from '@interline/ports';
import { inventoryOf, noInventory, type RailContext } from '../rail-context.ts';
import { offerPayout } from './offer-payout.ts';
import type { PayoutSettings } from './payout-settings.ts';
import type { PayoutChain, PayoutSetup } from './payout-chain.ts';
import { planPayout } from './plan-payout.ts';

/** The half of a rail that pays out pulled EVM money from its own inventory. */
export interface PayoutSide {
  offer(request: QuoteRequest, signal: AbortSignal): Promise<Offer>;
  plan(order: Order, quote: FirmQuote, signal: AbortSignal): Promise<RailOutcome<Plan>>;
  health(signal: AbortSignal): Promise<Health>;
}

export function payoutSide(
  context: RailContext,
  settings: PayoutSettings,
  on: PayoutChain,
): PayoutSide {
  const setup: PayoutSetup = { context, settings, on };
  return {
    offer: (request, signal) => offerPayout(setup, request, signal),
    plan: (order, quote, signal) => planPayout(setup, order, quote, signal),
    health: (signal) => healthOf(setup, signal),
  };
}

async function healthOf({ context, on }: PayoutSetup, signal: AbortSignal): Promise<Health> {
  const inventory = inventoryOf(context);
  if (!inventory.serves(on.chain)) return { isUp: false, reason: noInventory(inventory, on.chain) };
  if (!context.chains.isUp(on.chain))
    return { isUp: false, reason: `${chainInWords(on.chain)} does not answer now` };
  for (const token of context.tokens.on(on.chain)) {
    if ((await inventory.held(token, signal)) > 0n) return { isUp: true };
  }
  return { isUp: false, reason: `the account on ${chainInWords(on.chain)} is not funded` };
}
