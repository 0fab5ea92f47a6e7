/**
 * One reading at a time, shared by all callers that asked before it began. A reading is never older
 * than its question, and any number of simultaneous questions cause two readings. A thousand would
 * fill the node's queue, which then refuses requests. A caller that aborts only stops waiting.
 */
export function sharedReading<T>(read: () => Promise<T>): (signal: AbortSignal) => Promise<T> {
  let running: Promise<T> | null = null;
  let next: Promise<T> | null = null;

  const begin = (): Promise<T> => {
    next = null;
    const own = read().finally(() => {
      if (running === own) running = null;
    });
    running = own;
    return own;
  };
  const joined = (): Promise<T> => {
    if (next !== null) return next;
    if (running === null) return begin();
    next = running.then(begin, begin);
    return next;
  };
  return (signal) => whileWanted(joined, signal);
}

/** Resolves to the answer; rejects with the signal's reason when the signal aborts. */
export async function whileWanted<T>(ask: () => Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  const { promise: left, reject } = Promise.withResolvers<never>();
  const leave = (): void => reject(signal.reason);
  signal.addEventListener('abort', leave, { once: true });
  try {
    return await Promise.race([ask(), left]);
  } finally {
    signal.removeEventListener('abort', leave);
  }
}
