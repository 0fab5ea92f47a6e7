import {
  answer,
  asAmount,
  type FirmQuote,
  type Order,
  type Plan,
  type RailOutcome,
  refuse,
  valueMicroUsd,
} from '@interline/plugins';
import { capOf } from './cap-now.ts';
import { expectedGasCost } from './expected-gas.ts';
import type { LaneSetup } from './lane-setup.ts';
import { outputOf } from './output-of.ts';
import { offPar, readPairPrices } from './par-band.ts';
import { readMemo } from './quote-memo.ts';
import { showUnits } from './show-units.ts';
import { subsidyBudget, subsidyOf } from './subsidy.ts';

/**
 * Reserve and pay out at the quote's own fee, however the lane would price it now; what gas costs
 * beyond that fee now is the subsidy, within the same bounds as when it was quoted. Whether the
 * quote is still good is the core's question: a kept intent lives as long as its permit, longer
 * than the quote shown to a client. In that time a token can lose its peg, so par is asked for
 * again.
 */
export async function planPayout(
  setup: LaneSetup,
  order: Order,
  quote: FirmQuote,
  signal: AbortSignal,
): Promise<RailOutcome<Plan>> {
  const { inventory } = setup;
  const { fee, member, charges } = readMemo(quote.memo);
  if (order.amount !== quote.input)
    return refuse(
      'NO_ROUTE',
      `the quote is for ${showUnits(quote.input)}, the order for ${showUnits(order.amount)}`,
    );
  const output = outputOf(order.amount, fee, order.from, order.to);
  if (output < order.minOutput)
    return refuse(
      'BELOW_AGREED_OUTPUT',
      `output ${showUnits(output)} is below the agreed ${showUnits(order.minOutput)}`,
    );
  if (output === 0n)
    return refuse(
      'NO_ROUTE',
      `amount ${order.amount} leaves nothing to pay out after the fee of ${fee}`,
    );
  if (member !== null && member !== order.payer)
    return refuse('NO_ROUTE', 'the free transfer was quoted for another payer');
  const prices = await readPairPrices(setup, order, signal);
  const unequal = offPar(setup, order, prices);
  if (unequal !== null) return unequal;

  const gas = await expectedGasCost(setup, order, signal);
  const earned = prices.from === null ? null : valueMicroUsd(fee, order.from.decimals, prices.from);
  const subsidy = await subsidyOf(setup, order.lane.to, gas, earned);
  if (!subsidy.ok) return subsidy;
  const others = charges.filter(({ budget }) => budget !== subsidyBudget(order.lane.to));
  for (const charge of others) {
    if ((await inventory.spentToday(charge.budget)) + charge.units > charge.limit)
      return refuse('BUDGET_SPENT', charge.reason);
  }
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
