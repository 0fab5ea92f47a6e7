import type { Clock } from '@interline/ports';
import type { Switch, SwitchView } from './repository.ts';

/** The switches as they were read at most a second ago, for what only shows or prices. */
export interface RecentSwitches {
  /** Never rejects: while the store does not answer, the last ones that it gave. */
  read(): Promise<readonly Switch[]>;
  /** The next read asks the store. */
  forget(): void;
}

const freshMs = 1_000;

/** One read of the store for all callers within a second. What accepts or sends never uses it. */
export function recentSwitches({
  store,
  clock,
}: {
  readonly store: { readonly reads: SwitchView };
  readonly clock: Pick<Clock, 'monotonic'>;
}): RecentSwitches {
  let latest: readonly Switch[] = [];
  let flight: { readonly startedAt: number; readonly done: Promise<readonly Switch[]> } | null =
    null;
  return {
    read() {
      const now = clock.monotonic();
      if (flight !== null && now - flight.startedAt < freshMs) return flight.done;
      const done = store.reads.switches.switches().then(
        (switches) => (latest = switches),
        () => latest,
      );
      flight = { startedAt: now, done };
      return done;
    },
    forget() {
      flight = null;
    },
  };
}
