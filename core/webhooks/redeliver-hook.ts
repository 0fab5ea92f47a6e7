import { RelayError } from '@interline/kernel';
import { isTerminal } from '../transfer/index.ts';
import type { Hook } from './hook.ts';
import type { WebhookUnit } from './repository.ts';

/**
 * Within the caller's unit, an operator's order: delivers the end of the hook's route again, under
 * the same id and from the start of the schedule, whatever the delivery's state. Throws
 * `WRONG_STATE` where the route has not ended or a reorg reopened it.
 */
export async function redeliverHook(
  tx: WebhookUnit,
  { id: hookId, routeId }: Pick<Hook, 'id' | 'routeId'>,
  nowMs: number,
): Promise<void> {
  // The lock orders this against a reorg: one before leaves nothing to deliver, one after withdraws
  // this delivery too.
  const route = await tx.transfers.lockRoute(routeId);
  const end =
    route !== null && isTerminal(route.status) ? await tx.transfers.lastEnd(routeId) : null;
  if (end === null)
    throw new RelayError(
      'WRONG_STATE',
      { field: 'id' },
      'the route of this hook has not ended, so there is nothing to deliver',
    );
  const owed = (await tx.webhooks.deliveriesOf(hookId)).find(({ eventId }) => eventId === end.id);
  // After a 410, later ends are not owed until an operator asks for one.
  if (owed === undefined) await tx.webhooks.oweDelivery(hookId, end, nowMs);
  else await tx.webhooks.renewDelivery(owed.id, nowMs);
}
