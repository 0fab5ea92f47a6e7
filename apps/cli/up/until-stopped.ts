/** npm passes a terminal's Ctrl-C on, so it arrives twice; only a later one means "at once". */
const repeatWithinMs = 1_000;
const watchParentEveryMs = 500;

/**
 * Resolves on SIGTERM, SIGINT, SIGHUP, or when the npm that started us is gone. A later second
 * signal exits at once.
 */
export function untilStopped(): Promise<string> {
  return new Promise((resolve) => {
    let firstAt: number | null = null;
    const stop = (why: string): void => {
      if (firstAt === null) {
        firstAt = performance.now();
        resolve(why);
      } else if (performance.now() - firstAt > repeatWithinMs) {
        process.exit(1);
      }
    };
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
      process.on(signal, () => stop(signal));
    if (process.env['npm_lifecycle_event'] === undefined) return;
    const parent = process.ppid;
    setInterval(() => {
      if (process.ppid !== parent) stop('its parent ended');
    }, watchParentEveryMs).unref();
  });
}
