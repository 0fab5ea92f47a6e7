import type { Log, LogFields } from '@interline/ports';

export interface LogLine {
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  readonly event: string;
  readonly fields: LogFields;
}

/** Keeps what was logged, in order. */
export function collectedLog(): Log & { readonly lines: LogLine[] } {
  const lines: LogLine[] = [];
  const keep =
    (level: LogLine['level']) =>
    (event: string, fields: LogFields = {}): void => {
      lines.push({ level, event, fields });
    };
  const log: Log & { readonly lines: LogLine[] } = {
    lines,
    debug: keep('debug'),
    info: keep('info'),
    warn: keep('warn'),
    error: keep('error'),
    child: () => log,
  };
  return log;
}
