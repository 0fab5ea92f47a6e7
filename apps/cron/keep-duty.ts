import type { Clock, Duties, Log } from '@interline/ports';

export interface DutyParts {
  readonly duties: Duties;
  readonly worker: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly stop: AbortSignal;
}

export interface KeptDuty {
  /** Whether this process has it now; while the store is silent it is given up in time. */
  readonly isHeld: () => boolean;
  /** Resolves when it was given back, after the stop. */
  readonly ended: Promise<void>;
}

const leaseMs = 10_000;
const extendEveryMs = 3_000;

/** Takes the duty when no other process holds it, and keeps it until stopped. */
export function keepDuty(parts: DutyParts, duty: string): KeptDuty {
  const { clock } = parts;
  let heldUntilMs = 0;
  const keep = async (): Promise<void> => {
    while (!parts.stop.aborted) {
      const askedMs = clock.monotonic();
      const fence = await parts.duties.hold(duty, parts.worker, leaseMs).catch(() => null);
      heldUntilMs = fence === null ? 0 : askedMs + leaseMs;
      await clock.sleep(extendEveryMs, parts.stop);
    }
    heldUntilMs = 0;
    await parts.duties
      .leave(duty, parts.worker)
      .catch(() => parts.log.debug('duty-not-left', { duty }));
  };
  return { isHeld: () => clock.monotonic() < heldUntilMs, ended: keep() };
}
