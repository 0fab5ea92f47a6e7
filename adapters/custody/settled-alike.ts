import type { Clock } from '@interline/ports';

/** How much longer to wait for the other nodes once enough have given the same answer. */
const graceMs = 500;

export interface AskedNode<T> {
  readonly answer: Promise<T>;
  /**
   * It failed recently. It is not waited for once enough other nodes have given the same answer.
   */
  readonly isResting: boolean;
}

/**
 * The nodes' answers, in node order, once all have answered or failed. It returns earlier only if
 * `enough` answers are alike, compared as text, and the other nodes had a grace period: a hanging
 * node must not delay an answer that it cannot change. Without enough equal answers every node is
 * waited for.
 */
export async function settledAlike<T>(
  asked: readonly AskedNode<T>[],
  {
    enough,
    words,
    clock,
  }: {
    readonly enough: number;
    /** Null for an answer that must not count as equal to any other. */
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
