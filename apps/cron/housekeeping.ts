import type { Duty } from '@interline/kernel';
import type { Clock, Log } from '@interline/ports';

export interface HousekeepingParts {
  readonly duties: readonly Duty[];
  readonly clock: Clock;
  readonly log: Log;
  /** Whether it is this process that does the duties for all. */
  readonly isOurs: () => boolean;
  readonly stop: AbortSignal;
}

/**
 * Repeats each duty after its pause until stopped; a duty that throws is logged and tried again.
 */
export async function runHousekeeping(parts: HousekeepingParts): Promise<void> {
  await Promise.all(parts.duties.map((duty) => repeat(parts, duty)));
}

async function repeat({ clock, log, isOurs, stop }: HousekeepingParts, duty: Duty): Promise<void> {
  while (!stop.aborted) {
    await clock.sleep(duty.everyMs, stop);
    if (stop.aborted) return;
    if (duty.isOwn !== true && !isOurs()) continue;
    await duty.run().catch((error: unknown) => {
      // Its requests end with the process: what is cut off by the stop is no fault.
      if (stop.aborted) return;
      log.warn('duty-failed', {
        duty: duty.name,
        fault: error instanceof Error ? error.name : 'unknown',
      });
    });
  }
}
