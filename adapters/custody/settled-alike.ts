import type { Clock } from '@interline/ports';

/** How much longer the others are waited for once enough nodes said the same. */
const graceMs = 500;

export interface AskedNode<T> {
  readonly answer: Promise<T>;
  /** It failed lately: nothing more is waited for from it once enough of the others said the same. */
  readonly isResting: boolean;
}

/**
 * What the nodes answered, in their order, once all have answered or failed; sooner only where `enough`
 * answers are alike by their own words, and the others had some time more: one that hangs must not hold
 * up what it cannot change. Where too few are alike every node is waited for.
 */
export async function settledAlike<T>(
  asked: readonly AskedNode<T>[],
  {
    enough,
    words,
    clock,
  }: {
    readonly enough: number;
    /** Null for an answer that agrees with none. */
    readonly words: (answer: T) => string | null;
    readonly clock: Pick<Clock, 'alarm'>;
  },
): Promise<readonly PromiseSettledResult<T>[]> {
  const settled: (PromiseSettledResult<T> | undefined)[] = asked.map(() => undefined);
  const alike = new Map<string, number>();
  const agreed = Promise.withResolvers<void>();
  const prompt = asked.flatMap(({ isResting, answer }) => (isResting ? [] : [answer]));
  const all = asked.map(async ({ answer }, index) => {
    try {
      const value = await answer;
      settled[index] = { status: 'fulfilled', value };
      const text = words(value);
      if (text === null) return;
      alike.set(text, (alike.get(text) ?? 0) + 1);
      if ((alike.get(text) ?? 0) >= enough) agreed.resolve();
    } catch (reason) {
      settled[index] ??= { status: 'rejected', reason };
    }
  });
  const enoughTime = async (): Promise<void> => {
    await agreed.promise;
    const alarm = clock.alarm(graceMs);
    await Promise.race([Promise.allSettled(prompt), alarm.rang]);
    alarm.cancel();
  };
  await Promise.race([Promise.all(all), enoughTime()]);
  return settled.flatMap((one) => one ?? []);
}
