import type { Entropy } from '@interline/ports';
import type { HookAnswer } from './hook-post.ts';
import { nextTryMs } from './hook-schedule.ts';
import type { HookDelivery } from './hook.ts';

/** The endpoint's word that it wants nothing more. */
const gone = 410;

/** What becomes of a delivery after a try. */
export function judgeTry(
  delivery: HookDelivery,
  { httpStatus, retryAfterMs }: HookAnswer,
  nowMs: number,
  entropy: Entropy,
): Pick<HookDelivery, 'state' | 'dueAtMs'> {
  if (httpStatus !== null && httpStatus >= 200 && httpStatus < 300)
    return { state: 'delivered', dueAtMs: nowMs };
  if (httpStatus === gone) return { state: 'stopped', dueAtMs: nowMs };
  const dueAtMs = nextTryMs(delivery.tries - delivery.oldTries, nowMs, retryAfterMs, entropy);
  return dueAtMs === null ? { state: 'dead', dueAtMs: nowMs } : { state: 'waiting', dueAtMs };
}
