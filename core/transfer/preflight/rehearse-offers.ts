import { isThePayersFault } from '../execute/accept-first.ts';
import { type ExecuteRequest, orderOf } from '../execute/execute-request.ts';
import { planOffer } from '../execute/choose-offers.ts';
import { rehearsePlan } from '../execute/rehearse-plan.ts';
import type { TransferPorts } from '../ports.ts';
import { cannotExecute } from '../quote/no-route.ts';
import type { KeptOrder } from '../repository.ts';
import type { RailRefusal } from '../route.ts';
import { type Blocker, blockerOf } from './findings.ts';
import type { InspectedOffers } from './inspect-offers.ts';

type Ports = Pick<TransferPorts, 'custody' | 'store' | 'registry' | 'entropy'>;

/**
 * Goes through the ways as execute would, up to the commit: null once one of them would be
 * accepted.
 */
export async function rehearseOffers(
  ports: Ports,
  request: ExecuteRequest,
  kept: KeptOrder | null,
  found: InspectedOffers,
  signal: AbortSignal,
): Promise<Blocker | null> {
  const order = orderOf(ports, request, kept, `rt_${ports.entropy.hex(16)}`);
  const refusals: RailRefusal[] = [...found.refusals];
  for (const offer of found.offers) {
    const { rail } = offer.quote;
    const plan = await planOffer(ports, order, offer, signal);
    if (!plan.ok) {
      refusals.push({ rail, code: plan.code, reason: plan.reason });
      continue;
    }
    try {
      await rehearsePlan(ports, request, plan.value, signal);
      return null;
    } catch (error) {
      const blocker = blockerOf(error);
      if (isThePayersFault(blocker.code)) return blocker;
      refusals.push({ rail, code: blocker.code, reason: blocker.reason });
    }
  }
  return blockerOf(cannotExecute(refusals));
}
