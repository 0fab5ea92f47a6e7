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
 * Reserves and pays out at the quote's own fee, independent of the current price. Only a free
 * transfer whose daily allowance is used up, or whose NFT is gone, pays the standard price, if the
 * order allows that. The subsidy is what gas costs now beyond that fee, within the quote's limits.
 * The core decides whether the quote is still valid: a kept order lives as long as its permit,
 * which is longer than the quote shown to the client. A token can lose its peg in that time, so par
 * is checked again. Other transfers can restore the floats, so a discount must still be due.
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
  const quotedOwn = charges.filter(({ budget }) => budget !== subsidyBudget(order.lane.to));
  const own =
    member === null || order.isPulled === true
      ? await chargesLeft(setup, quotedOwn)
      : await freeTransferNow(setup, order, signal);
  // Its free transfer is gone, so the order is a standard one.
  const isLost = member !== null && !own.isLeft;
  const fee = isLost ? await standardFee(setup, order, signal) : quoted.fee;
  const output = outputOf(order.amount, fee, order.from, order.to);
  if (output < order.minOutput)
    return refuse(
      'BELOW_AGREED_OUTPUT',
      `${isLost ? `${own.reason}, and at the standard price ` : ''}output ${showUnits(output)} is below the agreed ${showUnits(order.minOutput)}`,
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
  if (!own.isLeft && !isLost)
    return refuse('BUDGET_SPENT', own.reason, {
      retryAfterMs: msUntilReset(context.clock.now()),
    });
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
    charges: [
      ...(own.isLeft ? own.charges : []),
      ...(subsidy.value === null ? [] : [subsidy.value]),
    ],
  });
}

type OwnCharges =
  | { readonly isLeft: true; readonly charges: readonly BudgetCharge[] }
  | { readonly isLeft: false; readonly reason: string };

/** The charges of the quote, if today's budgets have room for each. */
async function chargesLeft(
  { inventory }: LaneSetup,
  charges: readonly BudgetCharge[],
): Promise<OwnCharges> {
  for (const { budget, units, limit, reason } of charges)
    if ((await inventory.spentToday(budget)) + units > limit) return { isLeft: false, reason };
  return { isLeft: true, charges };
}

/**
 * The free transfer that the payer has now, from any of its NFTs. The quote's NFT may have been
 * sold since, with its daily allowance: orders that its seller kept would use up what the buyer
 * paid for.
 */
async function freeTransferNow(
  { context }: LaneSetup,
  { payer, lane }: Order,
  signal: AbortSignal,
): Promise<OwnCharges> {
  const membership = await context.members.membershipOf(payer, lane.from, signal);
  return membership.kind === 'free-transfer'
    ? { isLeft: true, charges: [membership.charge] }
    : { isLeft: false, reason: membership.reason };
}

/** The current charge for a payer without membership. */
async function standardFee(setup: LaneSetup, order: Order, signal: AbortSignal): Promise<Units> {
  const request = { ...order, payer: null };
  const facts = await readLaneFacts(setup, request, signal);
  return priceTransfer(pricingFactsOf(setup, request, facts)).fee;
}

/**
 * The refusal if the discount is no longer due by more than a tenth of the fee: orders kept
 * together would each get a discount for what only one of them restores. A pulled order keeps its
 * price, because a refusal would cost a refund.
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
