import type { Clock } from '@interline/ports';

/** The answer, or something else where it takes longer than that; it is not waited for any more then. */
export async function within<T>(
  answer: Promise<T>,
  {
    clock,
    ms,
    otherwise,
  }: { readonly clock: Pick<Clock, 'alarm'>; readonly ms: number; readonly otherwise: T },
): Promise<T> {
  const alarm = clock.alarm(ms);
  try {
    return await Promise.race([answer, alarm.rang.then(() => otherwise)]);
  } finally {
    alarm.cancel();
  }
}
