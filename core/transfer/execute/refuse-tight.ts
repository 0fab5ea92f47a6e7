import {
  floorOf,
  type Order,
  type Plan,
  type Ppm,
  type Quote,
  type Refusal,
  refuse,
} from '@interline/kernel';
import type { RailRefusal } from '../route.ts';

/** How far a perishable plan's price may fall until the payer's money has arrived. */
const roomForRenewal = 500 as Ppm;

/** The advice where there is no room. */
export const allowRoom = `allow a slippage of at least ${roomForRenewal / 1_000_000}`;

/**
 * A perishable plan is requested again after the pull was credited. An order without room for a
 * price change would then end in a refund at the smallest change, with both gas costs ours. Null if
 * there is room.
 */
export function refuseTight(
  { minOutput, slippage }: Pick<Order, 'minOutput' | 'slippage'>,
  { keeps, output }: Pick<Plan, 'keeps' | 'output'>,
): Refusal | null {
  // An engine that guarantees its quoted output leaves no room, and needs none.
  if (keeps === 'durable' || slippage >= roomForRenewal) return null;
  if (minOutput <= floorOf(output, roomForRenewal)) return null;
  return refuse(
    'BELOW_AGREED_OUTPUT',
    `its price is asked for again once the money was pulled, and ${minOutput} of ${output} leaves no room for a change; ${allowRoom}`,
  );
}

/** The refusal that the quote's plan would get, if the quote already shows it; otherwise null. */
export function tightnessOf(
  quote: Quote,
  agreed: Pick<Order, 'minOutput' | 'slippage'>,
): RailRefusal | null {
  if (quote.kind === 'indicative' || quote.keeps === undefined) return null;
  const refusal = refuseTight(agreed, { keeps: quote.keeps, output: quote.output });
  return refusal === null ? null : { rail: quote.rail, code: refusal.code, reason: refusal.reason };
}

/** The same for an order that accepts the quote's own minimum. */
export function ownTightnessOf(quote: Quote, slippage: Ppm): RailRefusal | null {
  return tightnessOf(quote, { slippage, minOutput: quote.minOutput });
}
