import type {
  ChainRef,
  FirmQuote,
  Offer,
  Order,
  Plan,
  QuoteRequest,
  RailOutcome,
  Units,
} from '@interline/kernel';
import type { PayoutSettings } from '../payout-side/payout-settings.ts';
import type { RailContext } from '../rail-context.ts';
import { offerDeposit } from './offer-deposit.ts';
import { planDeposit } from './plan-deposit.ts';

/** A chain whose payers sign nothing for us: they pay to an address of the route's own. */
export interface DepositChain {
  readonly rail: string;
  readonly chain: ChainRef;
  /** What a deposit costs to be spent later, in the chain's own unit of inclusion. */
  readonly spendGas: bigint;
  /** What sending one back takes of the chain, and the least that can be sent. */
  readonly sendBack: { readonly gas: bigint; readonly least: Units };
}

/** What is fixed for the lifetime of a side. */
export interface DepositSetup {
  readonly context: RailContext;
  readonly settings: PayoutSettings;
  readonly on: DepositChain;
}

/** The half of a rail that pays out on EVM chains, from its own inventory, what callers deposit. */
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
