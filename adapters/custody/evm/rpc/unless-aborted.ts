import { RpcFault } from './rpc-fault.ts';

/**
 * The work's own outcome, or an `aborted` fault as soon as the signal fires. The work itself,
 * shared with others, goes on.
 */
export async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let giveUp = (): void => undefined;
  const aborted = new Promise<never>((_, fail) => {
    giveUp = () => {
      fail(new RpcFault('aborted', 'the caller gave up'));
    };
  });
  if (signal.aborted) giveUp();
  signal.addEventListener('abort', giveUp, { once: true });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}
