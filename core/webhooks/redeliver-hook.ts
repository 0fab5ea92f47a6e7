import { RelayError } from '@interline/kernel';
import type { Clock } from '@interline/ports';
import { isTerminal } from '../transfer/index.ts';
import { type HookState, type ReadHook, readHook } from './read-hook.ts';
import type { WebhookStore, WebhookUnit } from './repository.ts';

interface Ports {
  readonly store: WebhookStore;
  readonly clock: Pick<Clock, 'now'>;
}

/**
 * An operator's order: delivers the end of the hook's route again, under the same id and from the
 * start of the schedule, whatever the delivery's state. Throws `UNKNOWN_RECORD`, or `BAD_REQUEST`
 * where the route has not ended or a reorg reopened it.
 */
export function redeliverHook({ store, clock }: Ports): ReadHook {
  const read = readHook(store.reads);
  return async (id): Promise<HookState> => {
    const { hook } = await read(id);
    await store.run('redeliver-hook', (tx) => redeliver(tx, id, hook.routeId, clock.now()));
    return read(id);
  };
}

async function redeliver(
  tx: WebhookUnit,
  hookId: string,
  routeId: string,
  nowMs: number,
): Promise<void> {
  // The lock orders this against a reorg: one before leaves nothing to deliver, one after withdraws
  // this delivery too.
  const route = await tx.transfers.lockRoute(routeId);
  const end =
    route !== null && isTerminal(route.status) ? await tx.transfers.lastEnd(routeId) : null;
  if (end === null)
    throw new RelayError(
      'BAD_REQUEST',
      { field: 'id' },
      'the route of this hook has not ended, so there is nothing to deliver',
    );
  const owed = (await tx.webhooks.deliveriesOf(hookId)).find(({ eventId }) => eventId === end.id);
  // After a 410, later ends are not owed until an operator asks for one.
  if (owed === undefined) await tx.webhooks.oweDelivery(hookId, end, nowMs);
  else await tx.webhooks.renewDelivery(owed.id, nowMs);
}
