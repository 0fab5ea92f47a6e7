import { asUnits, type CallStep, type FirmQuote, noUnits } from '@interline/kernel';
import type { PrepareOutcome } from '@interline/ports';
import { withinFronted } from '../budgets/within-fronted.ts';
import type { TransferPorts } from '../ports.ts';
import { prepareRailCall } from '../prepare-step.ts';
import type { Route } from '../route.ts';

/** A call, and the gas that its quote was priced for; left out if no quote was kept. */
interface PricedCall {
  readonly step: CallStep;
  readonly fronts: FirmQuote['fronts'];
}

/**
 * A rail's call of the route as it would be sent now, with the credited amount available to it; in
 * self mode the order's amount is already there. Refused only if enough nodes refuse it, or if it
 * takes far more gas than it was priced for. Its gas limit obeys the same bound.
 */
export async function prepareCallOf(
  ports: Pick<TransferPorts, 'custody'>,
  { order, plan, credited, mode }: Pick<Route, 'order' | 'plan' | 'credited' | 'mode'>,
  { step, fronts }: PricedCall,
  signal: AbortSignal,
): Promise<PrepareOutcome> {
  const isThere = step.chain === order.lane.from && plan.pullTo === 'spender';
  const brought = {
    token: order.from.address,
    units: isThere ? (credited ?? asUnits(order.amount)) : noUnits,
  };
  const prepared = await prepareRailCall(ports, step, brought, signal, { confirmsRefusal: true });
  if (!prepared.ok || mode === 'self') return prepared;
  return withinFronted(fronts, step.chain, prepared.value);
}
