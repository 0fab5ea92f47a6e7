/** Runs all tasks in their order, so many at once: as one ends, the next starts. */
export async function closedLoop<T>(
  tasks: readonly (() => Promise<T>)[],
  concurrency: number,
): Promise<{ readonly results: readonly T[]; readonly tookMs: number }> {
  const results = new Array<T>(tasks.length);
  const startMs = performance.now();
  let next = 0;
  async function worker(): Promise<void> {
    while (next < tasks.length) {
      const at = next;
      next += 1;
      const task = tasks[at];
      if (task !== undefined) results[at] = await task();
    }
  }
  await Promise.all(Array.from({ length: concurrency }, worker));
  return { results, tookMs: performance.now() - startMs };
}
