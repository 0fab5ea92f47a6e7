const repeatGraceMs = 1_000;
const parentPollMs = 500;

/**
 * Calls `stop` at the first signal, or when the npm that started this process is gone. A second
 * signal ends the process at once, except within the first second: npm forwards a Ctrl-C that the
 * terminal has already delivered.
 */
export function onStopSignal(stop: () => void): void {
  let firstAt: number | undefined;
  const stopNow = (): void => {
    if (firstAt === undefined) {
      firstAt = performance.now();
      stop();
    } else if (performance.now() - firstAt > repeatGraceMs) {
      process.exit(1);
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stopNow);
  if (process.env.npm_lifecycle_event !== undefined) watchParent(stopNow);
}

// An npm that is killed sends no signal; its child only gets another parent.
function watchParent(stopNow: () => void): void {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    stopNow();
  }, parentPollMs);
  watch.unref();
}
