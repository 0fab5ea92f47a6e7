import { isRelayError, type Order, RelayError } from '@interline/kernel';
import type { TransferPorts } from '../ports.ts';
import type { RankedOffer } from '../quote/quote-route.ts';
import { PermitTaken } from '../repository.ts';
import type { RailRefusal, Route } from '../route.ts';
import { acceptRoute } from './accept-route.ts';
import type { ExecuteRequest } from './execute-request.ts';
import { planOffer } from './choose-offers.ts';

/**
 * Ways are tried in their order until one is accepted; each refusal is added with its reason. Null
 * where none is.
 */
export async function acceptFirst(
  ports: TransferPorts,
  request: ExecuteRequest,
  order: Order,
  offers: readonly RankedOffer[],
  refusals: RailRefusal[],
  signal: AbortSignal,
): Promise<Route | null> {
  for (const offer of offers) {
    const plan = await planOffer(ports, order, offer, signal);
    if (!plan.ok) {
      refusals.push({ rail: offer.quote.rail, code: plan.code, reason: plan.reason });
      continue;
    }
    try {
      return await acceptRoute(
        ports,
        request,
        { order, plan: plan.value, offer, refusals },
        signal,
      );
    } catch (error) {
      // Of one permit sent many times at once, one commit wins, and the caller gets its receipt.
      if (error instanceof PermitTaken) throw new RelayError('PERMIT_USED');
      if (!isRelayError(error) || isThePayersFault(error.code)) throw error;
      refusals.push({ rail: offer.quote.rail, code: error.code, reason: error.message });
    }
  }
  return null;
}

/** Refusals that no other rail can help with. */
export function isThePayersFault(code: string): boolean {
  return (
    code.startsWith('PERMIT_') ||
    code === 'INTENT_MISMATCH' ||
    code === 'STORE_DOWN' ||
    code === 'RELAYER_BUSY' ||
    code === 'IDEMPOTENCY_CONFLICT' ||
    code === 'PAYER_NOT_READY'
  );
}
