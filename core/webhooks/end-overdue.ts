import type { Clock, Log } from '@interline/ports';
import { longestScheduleMs } from './deliver-hook.ts';
import type { WebhookStore } from './repository.ts';

interface OverduePorts {
  readonly store: Pick<WebhookStore, 'run'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
}

/** The most that one unit ends, so that a long outage does not hold up other units. */
const atOnce = 500;

/**
 * Ends deliveries that have been due for as long as all their tries may take and were not tried in
 * that time: no place was free for them. They are dead like those of which every try failed.
 * Resolves to how many it ended.
 */
export function endOverdue({ store, clock, log }: OverduePorts): () => Promise<number> {
  return async () => {
    let count = 0;
    for (const whose of ['route', 'account'] as const)
      for (let ended = atOnce; ended === atOnce;) {
        const nowMs = clock.now();
        const dueBefore = nowMs - longestScheduleMs[whose];
        ended = await store.run('end-overdue-deliveries', (tx) =>
          tx.webhooks.endOverdue({ whose, dueBefore, nowMs, limit: atOnce }),
        );
        count += ended;
      }
    if (count > 0) log.warn('hooks-overdue', { deliveries: count });
    return count;
  };
}
