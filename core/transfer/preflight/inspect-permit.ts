import type { ExecuteRequest } from '../execute/execute-request.ts';
import { verifyOrder } from '../execute/check-order.ts';
import type { TransferPorts } from '../ports.ts';
import type { KeptOrder } from '../repository.ts';
import { blockerOf, type Findings, nothingFound } from './findings.ts';

export interface InspectedPermit extends Findings {
  /** What its sign request promised, where the permit keeps to it. */
  readonly kept: KeptOrder | null;
}

/** Whether the permit of the body could be redeemed now, and for this very transfer. */
export async function inspectPermit(
  ports: Pick<TransferPorts, 'custody' | 'store'>,
  request: ExecuteRequest,
  signal: AbortSignal,
): Promise<InspectedPermit> {
  const { permit } = request;
  if (permit === null) return { ...nothingFound, kept: null };
  if ((await ports.store.reads.transfers.routeByPermit(permit)) !== null)
    return { blockers: [taken], warnings: [], kept: null };
  try {
    return { ...nothingFound, kept: await verifyOrder(ports, request, signal) };
  } catch (error) {
    return { blockers: [blockerOf(error)], warnings: [], kept: null };
  }
}

const taken = {
  code: 'PERMIT_USED',
  reason: 'this permit has already started a route',
  fix: 'Send the body to POST /api/route/execute again for the receipt of that route, or ask POST /api/agent/do for a new sign request.',
} as const;
