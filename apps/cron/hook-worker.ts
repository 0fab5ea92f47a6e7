import type { DueDelivery, HookCourier } from '@interline/core/webhooks';
import type { Clock, Log } from '@interline/ports';

export interface HookWorkerParts {
  readonly courier: HookCourier;
  readonly clock: Clock;
  readonly log: Log;
  readonly stop: AbortSignal;
}

/**
 * Tries under way at most: in all, at one host, and at all hosts together that lost their last
 * three tries or never answered, one at each. A silent host holds its try for ten seconds, and
 * however many names there are of it, they hold a quarter of the places. Each place that becomes
 * free is the next owner's.
 */
const atOnce = 64;
const atOncePerHost = 8;
const atOnceSilent = 16;
const pollEveryMs = 250;

/** Carries what hooks owe until stopped; resolves when nothing is under way any more. */
export async function runHookWorker(parts: HookWorkerParts): Promise<void> {
  const { clock, stop } = parts;
  const underWay = new Map<string, UnderWay>();
  let wake: () => void = () => undefined;
  let isWoken = false;
  const stir = (): void => {
    isWoken = true;
    wake();
  };
  stop.addEventListener('abort', stir, { once: true });
  while (!stop.aborted) {
    isWoken = false;
    const room = atOnce - underWay.size;
    const taken = [...underWay.values()].map(({ due }) => due);
    const found = room > 0 ? await findDue(parts, room, taken) : [];
    for (const due of found) {
      const carried = carry(parts, due.id).finally(() => {
        underWay.delete(due.id);
        stir();
      });
      underWay.set(due.id, { due, carried });
    }
    if (found.length === 0 && !isWoken) {
      const alarm = clock.alarm(pollEveryMs);
      await Promise.race([
        alarm.rang,
        new Promise<void>((resolve) => {
          wake = resolve;
        }),
      ]);
      alarm.cancel();
    }
  }
  await Promise.all([...underWay.values()].map(({ carried }) => carried));
}

interface UnderWay {
  readonly due: DueDelivery;
  readonly carried: Promise<void>;
}

async function findDue(
  { courier, clock, log, stop }: HookWorkerParts,
  room: number,
  underWay: readonly DueDelivery[],
): Promise<readonly DueDelivery[]> {
  try {
    return await courier.due({
      limit: room,
      perHost: atOncePerHost,
      silentLimit: atOnceSilent,
      underWay,
    });
  } catch {
    log.warn('hooks-unread');
    await clock.sleep(pollEveryMs, stop);
    return [];
  }
}

async function carry({ courier, log, stop }: HookWorkerParts, id: string): Promise<void> {
  try {
    await courier.carry(id, stop);
  } catch {
    // The store failed, so the try counts as lost in a while.
    log.warn('hook-not-carried', { delivery: id });
  }
}
