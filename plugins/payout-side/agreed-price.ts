import {
  answer,
  type FirmQuote,
  type Order,
  type RailOutcome,
  type Refusal,
  refuse,
} from '@interline/kernel';
import { showUnits } from '../show-units.ts';
import { type PayoutMemo, readPayoutMemo } from './payout-memo.ts';
import { outputAt, type PayoutTerms } from './price-payout.ts';

/** The price in the quote, if it is for this order. */
export function readAgreed(rail: string, order: Order, quote: FirmQuote): RailOutcome<PayoutMemo> {
  const agreed = readPayoutMemo(rail, quote.memo);
  if (order.amount !== quote.input)
    return refuse(
      'NO_ROUTE',
      `the quote is for ${showUnits(quote.input)}, the order for ${showUnits(order.amount)}`,
    );
  if (agreed.output < order.minOutput)
    return refuse(
      'BELOW_AGREED_OUTPUT',
      `output ${showUnits(agreed.output)} is below the agreed ${showUnits(order.minOutput)}`,
    );
  return answer(agreed);
}

/** Null while the market is within the margin of the agreed price. */
export function movedAway(
  { marginBps }: { readonly marginBps: number },
  order: Order,
  terms: PayoutTerms,
  agreed: PayoutMemo,
): Refusal | null {
  const now = outputAt(terms, order.amount, agreed.fee);
  return now * 10_000n >= agreed.output * BigInt(10_000 - marginBps)
    ? null
    : refuse(
        'PRICE_MOVED',
        `the amount is worth ${showUnits(now)} of ${order.to.symbol} now and was worth ${showUnits(agreed.output)} when the quote was made: the market moved by more than ${marginBps} bps`,
      );
}
