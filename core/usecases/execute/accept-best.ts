import { isRelayError, type Order, type Plan, type RailRefusal, RelayError, type Route } from '@interline/domain';
import { PermitTaken, type KeptIntent } from '@interline/ports';
import type { MoneyPorts } from '../money/money-ports.ts';
import { cannotExecute } from '../quote/no-route.ts';
import type { RankedWay } from '../quote/quote-route.ts';
import { acceptRoute } from './accept-route.ts';
import type { WayChoice } from './choose-ways.ts';
import type { ExecuteRequest } from './execute-route.ts';
import { floorFor } from './verify-intent.ts';

/** Ranked ways are tried in net-output order until one is accepted; each refusal is kept with its reason. */
export async function acceptBest(ports: MoneyPorts, request: ExecuteRequest, kept: KeptIntent | null, choice: WayChoice, signal: AbortSignal): Promise<Route> {
  const refusals: RailRefusal[] = [...choice.refusals];
  const routeId = `rt_${ports.entropy.hex(16)}`;
  for (const way of choice.ways) {
    const order: Order = {
      ...request.quote, routeId, payer: request.quote.payer ?? ports.custody.account('float'), minOutput: floorFor(request, kept),
    };
    const plan = await planOf(ports, order, way, refusals, signal);
    if (plan === null) continue;
    try {
      return await acceptRoute(ports, request, { order, plan, way, refusals }, signal);
    } catch (error) {
      // Of one permit sent many times at once, one commit wins, and the caller gets its receipt.
      if (error instanceof PermitTaken) throw new RelayError('PERMIT_USED');
      if (!isRelayError(error) || isThePayersFault(error.code)) throw error;
      refusals.push({ rail: way.quote.rail, code: error.code, reason: error.message });
    }
  }
  throw cannotExecute(refusals);
}

async function planOf(ports: MoneyPorts, order: Order, way: RankedWay, refusals: RailRefusal[], signal: AbortSignal): Promise<Plan | null> {
  const rail = ports.registry.byId(way.railPackage);
  const outcome = await rail?.plan(order, way.quote, signal);
  if (outcome?.ok === true) return outcome.value;
  refusals.push({ rail: way.quote.rail, code: outcome?.code ?? 'RAIL_DOWN', reason: outcome?.reason ?? 'the rail is gone' });
  return null;
}

/** No other rail can help with these. */
function isThePayersFault(code: string): boolean {
  return code.startsWith('PERMIT_') || code === 'INTENT_MISMATCH' || code === 'STORE_DOWN' || code === 'RELAYER_BUSY' || code === 'IDEMPOTENCY_CONFLICT' || code === 'PAYER_NOT_READY';
}
