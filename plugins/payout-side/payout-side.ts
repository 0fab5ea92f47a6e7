import {
  type ChainRef,
  type FirmQuote,
  type Fronted,
  type JsonObject,
  type Offer,
  type Order,
  type Plan,
  type QuoteRequest,
  type RailOutcome,
  type Units,
} from '@interline/kernel';
import type { Health } from '@interline/ports';
import { inventoryOf, type RailContext } from '../rail-context.ts';
import { offerPayout } from './offer-payout.ts';
import type { PayoutSettings } from './payout-settings.ts';
import { planPayout } from './plan-payout.ts';

/** What differs between the chains that a rail pays out on. */
export interface PayoutChain {
  readonly rail: string;
  readonly chain: ChainRef;
  /** What the payout takes of the chain, in its own unit of inclusion: bytes, operations. */
  payoutGas(request: QuoteRequest): bigint;
  /** Whether and how the recipient can be paid; asked at quote and once more before the pull. */
  receive(request: QuoteRequest, signal: AbortSignal): Promise<RailOutcome<Receivable>>;
}

export interface Receivable {
  /** The least that the payout may bring, in the destination token's smallest units. */
  readonly least: Units;
  /** Why, for the refusal of less. */
  readonly leastBecause: string;
  readonly note?: string;
  readonly block?: JsonObject;
}

/** What is fixed for the lifetime of a side. */
export interface PayoutSetup {
  readonly context: RailContext;
  readonly settings: PayoutSettings;
  readonly on: PayoutChain;
}

/** The half of a rail that pays out of its own inventory what was pulled on an EVM chain. */
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
  if (!inventory.serves(on.chain))
    return { isUp: false, reason: `no inventory is configured on ${on.chain}` };
  if (!context.chains.isUp(on.chain))
    return { isUp: false, reason: `${on.chain} does not answer now` };
  for (const token of context.tokens.on(on.chain)) {
    if ((await inventory.held(token, signal)) > 0n) return { isUp: true };
  }
  return { isUp: false, reason: `the account on ${on.chain} is not funded` };
}

/** Gas of a Permit2 transfer into the float, on the high side. */
const pullGas = 120_000n;

/** The pull with what goes out in front of it, and the payout. */
export function frontsOf(
  { on }: PayoutSetup,
  request: QuoteRequest,
  gasAhead: bigint,
  none: Units,
): readonly Fronted[] {
  return [
    { chain: request.lane.from, gas: pullGas + gasAhead, coin: none },
    { chain: on.chain, gas: on.payoutGas(request), coin: none },
  ];
}
