import type { Writes } from '@interline/core';
import type { RouteEvent } from '@interline/core/transfer';

/** What the composed store does in the unit that ends or reopens a route. */
export async function tellHooks(tx: Writes, event: RouteEvent): Promise<void> {
  const kept = await tx.transfers.recordEvent(event);
  if (kept === null) return;
  if (kept.kind === 'route.reopened') await tx.webhooks.withdrawFromRoute(kept.routeId);
  else await tx.webhooks.oweToRoute(kept);
}
