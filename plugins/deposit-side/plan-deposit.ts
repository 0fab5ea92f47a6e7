import {
  chainInWords,
  answer,
  asAmount,
  asUnits,
  capOf,
  type FirmQuote,
  type Order,
  type Plan,
  type RailOutcome,
  type Refusal,
  refuse,
  type Units,
} from '@interline/kernel';
import { movedAway, readAgreed } from '../payout-side/agreed-price.ts';
import { type PayoutFacts, readPayoutFacts } from '../payout-side/payout-facts.ts';
import { unfunded } from '../payout-side/unfunded.ts';
import { showUnits } from '../show-units.ts';
import { depositFronts } from './offer-deposit.ts';
import type { DepositSetup } from './deposit-chain.ts';

/**
 * Waits for the deposit, then reserves and pays out the quoted amount. An address is issued for a
 * price, so the market is read again first: if it moved against us by more than the margin, the
 * plan is `PRICE_MOVED`.
 */
export async function planDeposit(
  setup: DepositSetup,
  order: Order,
  quote: FirmQuote,
  signal: AbortSignal,
): Promise<RailOutcome<Plan>> {
  const { context, settings, on } = setup;
  const agreed = readAgreed(on.rail, order, quote);
  if (!agreed.ok) return agreed;
  const { fee, output } = agreed.value;
  const facts = await readPayoutFacts(
    context,
    settings,
    order,
    depositFronts(setup, order),
    signal,
  );
  if (!facts.ok) return facts;
  const unfit =
    movedAway(settings, order, facts.value.terms, agreed.value) ??
    unfitFloat(order, facts.value, output);
  if (unfit !== null) return unfit;
  const units = asAmount(output);
  const partCost = asUnits(await context.chains.gasCost(on.chain, on.spendGas, signal));
  return answer({
    pullTo: 'none',
    steps: [
      { kind: 'await-deposit', chain: on.chain, units: order.amount, partCost },
      { kind: 'reserve', token: order.to, units },
      { kind: 'payout', token: order.to, to: order.recipient, units },
    ],
    output,
    fee,
    keeps: 'durable',
    charges: [],
  });
}

function unfitFloat(order: Order, { free, held }: PayoutFacts, output: Units): Refusal | null {
  const cap = capOf(free);
  if (order.priceOnly === true || output <= cap) return null;
  if (output > held) return unfunded(order.to, output, true);
  return refuse(
    'INSUFFICIENT_FLOAT',
    `payout ${showUnits(output)} is above ${showUnits(cap)}, a quarter of the free float on ${chainInWords(order.lane.to)}`,
  );
}
