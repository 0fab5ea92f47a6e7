import type { Clock } from '@interline/ports';

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted === true) return resolve();
      const timer = setTimeout(done, ms);
      signal?.addEventListener('abort', done, { once: true });
      function done(): void {
        clearTimeout(timer);
        signal?.removeEventListener('abort', done);
        resolve();
      }
    }),
  alarm(ms) {
    let timer: NodeJS.Timeout | undefined;
    const rang = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, ms);
    });
    return { rang, cancel: () => clearTimeout(timer) };
  },
};
