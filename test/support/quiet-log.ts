import type { Log } from '@interline/ports';

/** Says nothing to anybody. */
export const quietLog: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  child: () => quietLog,
};
