import { isRelayError, type Order, type RailRefusal, RelayError, type Route } from '@interline/domain';
import { PermitTaken, type KeptIntent } from '@interline/ports';
import type { MoneyPorts } from '../money/money-ports.ts';
import { cannotExecute } from '../quote/no-route.ts';
import { acceptRoute } from './accept-route.ts';
import type { WayChoice } from './choose-ways.ts';
import type { ExecuteRequest } from './execute-route.ts';
import { planWay } from './plan-way.ts';
import { floorFor } from './verify-intent.ts';

/** Ranked ways are tried in net-output order until one is accepted; each refusal is kept with its reason. */
export async function acceptBest(ports: MoneyPorts, request: ExecuteRequest, kept: KeptIntent | null, choice: WayChoice, signal: AbortSignal): Promise<Route> {
  const refusals: RailRefusal[] = [...choice.refusals];
  const order = orderOf(ports, request, kept, `rt_${ports.entropy.hex(16)}`);
  for (const way of choice.ways) {
    const plan = await planWay(ports, order, way, signal);
    if (!plan.ok) {
      refusals.push({ rail: way.quote.rail, code: plan.code, reason: plan.reason });
      continue;
    }
    try {
      return await acceptRoute(ports, request, { order, plan: plan.value, way, refusals }, signal);
    } catch (error) {
      // Of one permit sent many times at once, one commit wins, and the caller gets its receipt.
      if (error instanceof PermitTaken) throw new RelayError('PERMIT_USED');
      if (!isRelayError(error) || isThePayersFault(error.code)) throw error;
      refusals.push({ rail: way.quote.rail, code: error.code, reason: error.message });
    }
  }
  throw cannotExecute(refusals);
}

export function orderOf({ custody }: Pick<MoneyPorts, 'custody'>, request: ExecuteRequest, kept: KeptIntent | null, routeId: string): Order {
  return { ...request.quote, routeId, payer: request.quote.payer ?? custody.account('float'), minOutput: floorFor(request, kept) };
}

/** Refusals that no other rail can help with. */
export function isThePayersFault(code: string): boolean {
  return code.startsWith('PERMIT_') || code === 'INTENT_MISMATCH' || code === 'STORE_DOWN' || code === 'RELAYER_BUSY' || code === 'IDEMPOTENCY_CONFLICT' || code === 'PAYER_NOT_READY';
}
