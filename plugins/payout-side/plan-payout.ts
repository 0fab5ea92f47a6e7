import {
  chainInWords,
  answer,
  asAmount,
  capOf,
  type FirmQuote,
  gasAheadOf,
  noUnits,
  type Order,
  type Plan,
  type RailOutcome,
  type Refusal,
  refuse,
  type Units,
} from '@interline/kernel';
import { showUnits } from '../show-units.ts';
import { movedAway, readAgreed } from './agreed-price.ts';
import { mostOwed, overExposed, type PayoutFacts, readPayoutFacts } from './payout-facts.ts';
import { unfunded } from './unfunded.ts';
import type { PayoutMemo } from './payout-memo.ts';
import { frontsOf, type PayoutSetup } from './payout-chain.ts';

/**
 * Reserves and pays out the quoted amount. A kept order lives as long as its permit, so the market
 * is read again: if it moved against us by more than the margin, the plan is `PRICE_MOVED`. Pulled
 * money keeps its price, because a refusal would cost a refund.
 */
export async function planPayout(
  setup: PayoutSetup,
  order: Order,
  quote: FirmQuote,
  signal: AbortSignal,
): Promise<RailOutcome<Plan>> {
  const { context, settings, on } = setup;
  const agreed = readAgreed(on.rail, order, quote);
  if (!agreed.ok) return agreed;
  const { fee, output } = agreed.value;
  const fronts = frontsOf(setup, order, gasAheadOf(order), noUnits);
  const [facts, receivable] = await Promise.all([
    readPayoutFacts(context, settings, order, fronts, signal),
    on.receive(order, signal),
  ]);
  if (!facts.ok) return facts;
  if (!receivable.ok) return receivable;
  if (output < receivable.value.least)
    return refuse(
      'NO_ROUTE',
      `payout ${showUnits(output)} is below ${receivable.value.least}, ${receivable.value.leastBecause}`,
    );
  const unfit =
    dearerThan(fee, order, facts.value) ??
    movedSinceQuote(setup, order, facts.value, agreed.value) ??
    unfitFloat(setup, order, facts.value, output);
  if (unfit !== null) return unfit;
  const units = asAmount(output);
  const most = order.isPulled === true ? null : mostOwed(settings, order, facts.value);
  return answer({
    pullTo: 'float',
    steps: [
      {
        kind: 'reserve',
        token: order.to,
        units,
        ...(most === null ? {} : { mostTaken: most }),
      },
      {
        kind: 'payout',
        token: order.to,
        to: order.recipient,
        units,
        ...(on.isRefusable === true ? { isRefusable: true } : {}),
      },
    ],
    output,
    fee,
    keeps: 'durable',
    charges: [],
  });
}

/**
 * A fee of this side always covered the gas that it was quoted for. The core accepts an order whose
 * fee never did, so a later rise is checked here too; as in the core, a tenth of the fee is our
 * risk.
 */
function dearerThan(fee: Units, order: Order, { terms }: PayoutFacts): Refusal | null {
  if (order.isPulled === true || order.isOwn === true || terms.gas * 10n <= fee * 11n) return null;
  return refuse(
    'PRICE_MOVED',
    `gas is worth ${showUnits(terms.gas)} of ${order.from.symbol} now, more than a tenth above the fee of ${showUnits(fee)} that was agreed`,
  );
}

/** Pulled money keeps its price, and a token of one asset is paid unit for unit. */
function movedSinceQuote(
  { settings }: PayoutSetup,
  order: Order,
  { terms }: PayoutFacts,
  agreed: PayoutMemo,
): Refusal | null {
  return order.isPulled === true || order.from.asset === order.to.asset
    ? null
    : movedAway(settings, order, terms, agreed);
}

function unfitFloat(
  { settings, on }: PayoutSetup,
  order: Order,
  facts: PayoutFacts,
  output: Units,
): Refusal | null {
  const cap = capOf(facts.free);
  const exposed = order.isPulled === true ? null : overExposed(settings, order, facts, output);
  if (output > facts.held) return unfunded(order.to, output, exposed === null);
  if (output > cap)
    return refuse(
      'INSUFFICIENT_FLOAT',
      `payout ${showUnits(output)} is above ${showUnits(cap)}, a quarter of the free float on ${chainInWords(on.chain)}`,
    );
  return exposed === null ? null : refuse('INSUFFICIENT_FLOAT', exposed);
}
