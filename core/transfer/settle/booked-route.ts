import type { BookedRoute, HandedOver } from '../../books/index.ts';
import { type PlanStep } from '@interline/kernel';
import type { Booked } from '../../transactions/index.ts';
import type { TransferPorts } from '../ports.ts';
import type { Route } from '../route.ts';

/** What the books need to know of a route. */
export function bookedRoute({ id, order, credited, plan, rail }: Route): BookedRoute {
  return {
    id,
    source: { chain: order.from.chain, token: order.from.address },
    credited,
    fee: plan.fee,
    engine: rail,
  };
}

/** How a transaction of the route is booked, where its purpose says all about what it moved. */
export function bookedFor(
  { clock }: Pick<TransferPorts, 'clock'>,
  { rail }: Pick<Route, 'rail'>,
  more: Omit<Booked, 'engine' | 'atMs'> = {},
): Booked {
  return { engine: rail, atMs: clock.now(), ...more };
}

/** What a call step was made to hand to the rail; undefined for any other step. */
export function handedOverBy(
  { order }: Pick<Route, 'order'>,
  step: PlanStep | undefined,
): HandedOver | undefined {
  return step?.kind === 'call'
    ? {
        token: step.approve?.token ?? order.from.address,
        units: step.approve?.units ?? 0n,
        valueWei: step.valueWei,
      }
    : undefined;
}
