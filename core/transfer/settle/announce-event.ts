import type { RouteEvent } from '../announcements.ts';
import type { TransferUnit } from '../repository.ts';

/** Within the caller's unit: keeps the event and tells the modules that listen. */
export async function announceEvent(
  tx: Pick<TransferUnit, 'transfers' | 'announce'>,
  event: RouteEvent,
): Promise<void> {
  const kept = await tx.transfers.recordEvent(event);
  if (kept === null) return;
  if (kept.kind === 'route.reopened') await tx.announce.routeReopened(kept);
  else await tx.announce.routeEnded(kept);
}
