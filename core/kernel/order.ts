import type { Units } from './amount.ts';
import type { QuoteRequest } from './quote.ts';

/** What will be done, agreed with the caller before anything moves. */
export interface Order extends QuoteRequest {
  readonly routeId: string;
  readonly recipient: string;
  readonly payer: string;
  /**
   * The least the recipient must get, in the destination token's smallest units; zero without a
   * floor.
   */
  readonly minOutput: Units;
  /**
   * The source chain's clock when the permit was verified, in epoch seconds. Everything for the
   * order happens after it, whatever our own clock shows. Left out without a permit.
   */
  readonly acceptedAtSec?: number;
  /** The payer's money is with us: a rail that refuses now causes a refund. */
  readonly isPulled?: true;
}

/** Two orders are the same intent if exactly these fields agree. */
export function isSameOrder(a: OrderTerms, b: OrderTerms): boolean {
  return (
    a.lane.from === b.lane.from &&
    a.lane.to === b.lane.to &&
    a.from.address === b.from.address &&
    a.to.address === b.to.address &&
    a.amount === b.amount &&
    a.recipient === b.recipient &&
    a.minOutput === b.minOutput &&
    a.refundAddress === b.refundAddress &&
    a.memo?.type === b.memo?.type &&
    a.memo?.value === b.memo?.value &&
    a.claimable === b.claimable
  );
}

export type OrderTerms = Pick<
  Order,
  | 'lane'
  | 'from'
  | 'to'
  | 'amount'
  | 'recipient'
  | 'minOutput'
  | 'refundAddress'
  | 'memo'
  | 'claimable'
>;
