import { asUnits, type CallStep, type FirmQuote, noUnits } from '@interline/kernel';
import type { PrepareOutcome } from '@interline/ports';
import { withinFronted } from '../budgets/within-fronted.ts';
import type { TransferPorts } from '../ports.ts';
import { prepareRailCall } from '../prepare-step.ts';
import type { Route } from '../route.ts';

/** A call, and what its quote was priced for; left out where no quote was kept. */
interface PricedCall {
  readonly step: CallStep;
  readonly fronts: FirmQuote['fronts'];
}

/**
 * A rail's call of the route as it would be sent now, with what was credited there for it to take;
 * in self mode the order's own amount is there already. Refused by enough nodes only, and where it
 * takes far more gas than it was priced for; its limit is held to that too.
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
