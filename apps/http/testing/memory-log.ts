import type { Log, LogFields } from '@interline/ports';

export interface LogLine {
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  readonly event: string;
  readonly fields: LogFields;
}

/** Keeps every line, so that a test can look for what must not be there. */
export class MemoryLog implements Log {
  readonly lines: LogLine[];
  readonly #fixed: LogFields;

  constructor(lines: LogLine[] = [], fixed: LogFields = {}) {
    this.lines = lines;
    this.#fixed = fixed;
  }

  debug(event: string, fields: LogFields = {}): void {
    this.#keep('debug', event, fields);
  }
  info(event: string, fields: LogFields = {}): void {
    this.#keep('info', event, fields);
  }
  warn(event: string, fields: LogFields = {}): void {
    this.#keep('warn', event, fields);
  }
  error(event: string, fields: LogFields = {}): void {
    this.#keep('error', event, fields);
  }
  child(fields: LogFields): Log {
    return new MemoryLog(this.lines, { ...this.#fixed, ...fields });
  }

  #keep(level: LogLine['level'], event: string, fields: LogFields): void {
    this.lines.push({ level, event, fields: { ...this.#fixed, ...fields } });
  }
}
