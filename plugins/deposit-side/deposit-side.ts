import type { FirmQuote, Offer, Order, Plan, QuoteRequest, RailOutcome } from '@interline/kernel';
import type { PayoutSettings } from '../payout-side/payout-settings.ts';
import type { RailContext } from '../rail-context.ts';
import type { DepositChain, DepositSetup } from './deposit-chain.ts';
import { offerDeposit } from './offer-deposit.ts';
import { planDeposit } from './plan-deposit.ts';

/** The half of a rail that pays out callers' deposits on EVM chains from its own inventory. */
export interface DepositSide {
  offer(request: QuoteRequest, signal: AbortSignal): Promise<Offer>;
  plan(order: Order, quote: FirmQuote, signal: AbortSignal): Promise<RailOutcome<Plan>>;
}

export function depositSide(
  context: RailContext,
  settings: PayoutSettings,
  on: DepositChain,
): DepositSide {
  const setup: DepositSetup = { context, settings, on };
  return {
    offer: (request, signal) => offerDeposit(setup, request, signal),
    plan: (order, quote, signal) => planDeposit(setup, order, quote, signal),
  };
}
