import type { BookedRoute, HandedOver } from '../../books/index.ts';
import {
  accountRoles,
  isNative,
  type PlanStep,
  type AccountRole,
  type Address,
  type Lane,
} from '@interline/kernel';
import type { Booked } from '../../transactions/index.ts';
import type { TransferPorts } from '../ports.ts';
import { isRebalance, type Route } from '../route.ts';

/** The facts that the books need about a route. */
export function bookedRoute(route: Route): BookedRoute {
  const { id, order, credited, plan, rail } = route;
  const common = {
    id,
    source: { chain: order.from.chain, token: order.from.address },
    fee: plan.fee,
    engine: rail,
  };
  // A rebalancing owes nothing to a payer.
  return isRebalance(route)
    ? { ...common, credited: null, ownFloat: order.payer }
    : { ...common, credited };
}

/** How a transaction of the route is booked, if its purpose fully determines what it moved. */
export function bookedFor(
  { clock, custody }: Pick<TransferPorts, 'clock' | 'custody'>,
  route: Pick<Route, 'rail' | 'mode' | 'order'>,
  more: Omit<Booked, 'engine' | 'atMs'> = {},
): Booked {
  // A move between two of our accounts is ours on both sides.
  const ours = isRebalance(route) ? { ours: ownAccounts(custody, route.order.lane) } : {};
  return { engine: route.rail, atMs: clock.now(), ...ours, ...more };
}

function ownAccounts(
  custody: TransferPorts['custody'],
  { from, to }: Lane,
): ReadonlyMap<Address, AccountRole> {
  return new Map(
    [from, to].flatMap((chain) =>
      accountRoles.map((role) => [custody.account(chain, role), role] as const),
    ),
  );
}

/** What a call or deposit step hands to the rail; undefined for any other step. */
export function handedOverBy(
  { order }: Pick<Route, 'order'>,
  step: PlanStep | undefined,
): HandedOver | undefined {
  switch (step?.kind) {
    case 'call':
      // A recall's own payment is a cost of the rail, even if the order is in coin.
      if (step.recalls === true) return { token: step.to, units: 0n, value: step.value };
      return {
        token: step.approve?.token ?? order.from.address,
        units: step.approve?.units ?? 0n,
        value: step.value,
      };
    case 'deposit': {
      const { token, units } = step;
      return isNative(token)
        ? { token: token.address, units: 0n, value: units }
        : { token: token.address, units, value: 0n };
    }
    case 'reserve':
    case 'payout':
    case 'track':
    case 'await-deposit':
    case 'await-funds':
    case undefined:
      return undefined;
  }
}
