import {
  type AccountRole,
  asUnits,
  asAddress,
  type Address,
  pulledTo,
  type Units,
} from '@interline/kernel';
import type { Route } from '../route.ts';

export function owedUnits({ owed, credited }: Pick<Route, 'owed' | 'credited'>): Units {
  return owed ?? asUnits(credited ?? 0n);
}

/**
 * Where the money is: the account that the pull brought it to, unless an operator names another.
 */
export function refundRole({ refundFrom, plan }: Pick<Route, 'refundFrom' | 'plan'>): AccountRole {
  return refundFrom ?? pulledTo(plan);
}

/** The payer, unless an operator redirects the refund. */
export function refundTarget({ refundTo, order }: Pick<Route, 'refundTo' | 'order'>): Address {
  return refundTo ?? asAddress(order.payer);
}
