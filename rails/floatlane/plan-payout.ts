import {
  answer,
  asAmount,
  type BudgetCharge,
  capOf,
  type FirmQuote,
  msUntilReset,
  noUnits,
  type Order,
  type Plan,
  type RailOutcome,
  type Refusal,
  refuse,
  showUnits,
  subsidyBudget,
  type Units,
  valueMicroUsd,
} from '@interline/plugins';
import { expectedGasCost, subsidyOf } from './gas-subsidy.ts';
import { pricingFactsOf, readFloat, readLaneFacts, restoredBy } from './lane-facts.ts';
import type { LaneSetup } from './lane-setup.ts';
import { feeAtRate, outputOf, priceTransfer } from './price-transfer.ts';
import { offPar, readPairPrices } from './par-band.ts';
import { readMemo } from './quote-memo.ts';

/**
 * Reserves and pays out at the quote's own fee, whatever the lane would charge now; only a free transfer
 * whose day is spent by now goes at the price of everybody, if the order allows that. The subsidy is
 * what gas costs now beyond that fee, within the same bounds as in the quote. The core decides
 * whether the quote is still valid: a kept order lives as long as its permit, which is longer than
 * the quote shown to the client. A token can lose its peg in that time, so par is checked again, and
 * other transfers can restore the floats, so a discount must still be due.
 */
export async function planPayout(
  setup: LaneSetup,
  order: Order,
  quote: FirmQuote,
  signal: AbortSignal,
): Promise<RailOutcome<Plan>> {
  const { inventory, context } = setup;
  const { member, charges, restores = noUnits, ...quoted } = readMemo(quote.memo);
  if (order.amount !== quote.input)
    return refuse(
      'NO_ROUTE',
      `the quote is for ${showUnits(quote.input)}, the order for ${showUnits(order.amount)}`,
    );
  if (member !== null && member !== order.payer)
    return refuse('NO_ROUTE', 'the free transfer was quoted for another payer');
  const own = charges.filter(({ budget }) => budget !== subsidyBudget(order.lane.to));
  const spent = await firstSpent(setup, own);
  // Another route had the last free transfer of the day: the order is one like everybody's.
  const isLost = member !== null && spent !== null;
  const fee = isLost ? await standardFee(setup, order, signal) : quoted.fee;
  const output = outputOf(order.amount, fee, order.from, order.to);
  if (output < order.minOutput)
    return refuse(
      'BELOW_AGREED_OUTPUT',
      `${isLost ? `${spent.reason}, and at the price of everybody ` : ''}output ${showUnits(output)} is below the agreed ${showUnits(order.minOutput)}`,
    );
  if (output === 0n)
    return refuse(
      'NO_ROUTE',
      `amount ${order.amount} leaves nothing to pay out after the fee of ${fee}`,
    );
  const prices = await readPairPrices(setup, order, signal);
  const unequal = offPar(setup, order, prices);
  if (unequal !== null) return unequal;

  const gas = await expectedGasCost(setup, order, signal);
  const earned = prices.from === null ? null : valueMicroUsd(fee, order.from.decimals, prices.from);
  const subsidy = await subsidyOf(setup, order.lane.to, gas, earned, true);
  if (!subsidy.ok) return subsidy;
  if (spent !== null && !isLost)
    return refuse('BUDGET_SPENT', spent.reason, {
      retryAfterMs: msUntilReset(context.clock.now()),
    });
  const others = isLost ? [] : own;
  const undue = await refuseUndue(setup, order, fee, restores, signal);
  if (undue !== null) return undue;
  const cap = capOf(await inventory.free(order.to, signal));
  if (output > cap)
    return refuse(
      'INSUFFICIENT_FLOAT',
      `payout ${showUnits(output)} is above ${showUnits(cap)}, a quarter of the free float on ${order.lane.to}`,
    );

  const units = asAmount(output);
  return answer({
    pullTo: 'float',
    steps: [
      { kind: 'reserve', token: order.to, units },
      { kind: 'payout', token: order.to, to: order.recipient, units },
    ],
    output,
    fee,
    keeps: 'durable',
    charges: subsidy.value === null ? others : [...others, subsidy.value],
  });
}

/** The first charge that today has no room for; null where there is room for each. */
async function firstSpent(
  { inventory }: LaneSetup,
  charges: readonly BudgetCharge[],
): Promise<BudgetCharge | null> {
  for (const charge of charges)
    if ((await inventory.spentToday(charge.budget)) + charge.units > charge.limit) return charge;
  return null;
}

/** What a payer who is no member is charged now. */
async function standardFee(setup: LaneSetup, order: Order, signal: AbortSignal): Promise<Units> {
  const request = { ...order, payer: null };
  const facts = await readLaneFacts(setup, request, signal);
  return priceTransfer(pricingFactsOf(setup, request, facts)).fee;
}

/**
 * The refusal where the discount is no longer due by more than a tenth of the fee: orders that were
 * kept together would each have what only one of them restores. A pulled order keeps its price,
 * because a refusal would cost a refund.
 */
async function refuseUndue(
  { inventory, rates }: LaneSetup,
  order: Order,
  fee: Units,
  restores: Units,
  signal: AbortSignal,
): Promise<Refusal | null> {
  if (restores === noUnits || order.isPulled === true) return null;
  const [source, destination] = await Promise.all([
    readFloat(inventory, order.from, signal),
    readFloat(inventory, order.to, signal),
  ]);
  const restored = restoredBy(order.amount, { source, destination });
  if (restored >= restores) return null;
  const undue = feeAtRate(restores - restored, rates.basePpm - rates.discountPpm);
  if (undue * 10n <= fee) return null;
  return refuse(
    'PRICE_MOVED',
    `${showUnits(restored)} of ${showUnits(order.amount)} bring both floats back towards their targets now, and ${showUnits(restores)} did when the quote was made: the discount is no longer due by more than a tenth of the fee of ${fee}`,
  );
}
