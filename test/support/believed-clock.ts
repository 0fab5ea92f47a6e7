import type { Clock } from '@interline/ports';

/** The sure time of a service whose chains confirm its clock. */
export function believed(clock: Pick<Clock, 'now'>) {
  return { now: async (): Promise<number> => clock.now() };
}
