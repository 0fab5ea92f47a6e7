import type { Liability } from '../../books/index.ts';
import type { TransferPorts } from '../ports.ts';
import { type HeldReason, type Route, stages } from '../route.ts';
import { type Advance, later } from './advance.ts';
import { owedUnits, refundRole, refundTarget } from './refund-terms.ts';

type Ports = Pick<TransferPorts, 'store' | 'clock' | 'custody' | 'log' | 'policy'>;

/**
 * The refund cannot be delivered now. It is booked as a liability and retried, and an operator can
 * release it. Logged when it is first held, when the reason changes, and once an hour.
 */
export async function holdRefund(
  ports: Ports,
  route: Route,
  held: HeldReason,
  reason: string,
): Promise<Advance> {
  const { order } = route;
  const failure = route.failure === null ? null : { ...route.failure, held };
  const nowMs = ports.clock.now();
  const account = ports.custody.account(order.from.chain, refundRole(route));
  const before = await ports.store.run('hold-refund', async (tx) => {
    const stood = await tx.books.putLiability({
      routeId: route.id,
      book: { chain: order.from.chain, account, token: order.from.address },
      to: refundTarget(route),
      units: owedUnits(route),
      reason,
      sinceMs: nowMs,
    });
    // Written each time, because this write fails if another worker has refunded it meanwhile.
    await tx.transfers.moveRoute(route, { stage: stages.refundHeld, failure }, nowMs);
    return stood;
  });
  if (isNews(before, reason, { lastTryMs: route.updatedAtMs, nowMs }))
    ports.log.error('refund-held', {
      routeId: route.id,
      reason,
      since: before?.sinceMs ?? nowMs,
    });
  return later(nowMs + ports.policy.refundRetryMs);
}

const hourMs = 3_600_000;

/** Decided from the store, so that all workers of a deployment share it. */
function isNews(
  before: Liability | null,
  reason: string,
  { lastTryMs, nowMs }: { readonly lastTryMs: number; readonly nowMs: number },
): boolean {
  if (before === null || before.reason !== reason) return true;
  const hoursAt = (atMs: number): number => Math.floor((atMs - before.sinceMs) / hourMs);
  return hoursAt(nowMs) > hoursAt(lastTryMs);
}
