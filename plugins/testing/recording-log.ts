import type { Log, LogFields } from '@interline/ports';

export interface LogLine {
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  readonly event: string;
  readonly fields: LogFields;
}

/** A log that keeps its lines, those of its children included. */
export class RecordingLog implements Log {
  readonly lines: LogLine[];
  readonly #bound: LogFields;

  constructor(bound: LogFields = {}, lines: LogLine[] = []) {
    this.#bound = bound;
    this.lines = lines;
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

  child(fields: LogFields): RecordingLog {
    return new RecordingLog({ ...this.#bound, ...fields }, this.lines);
  }

  #keep(level: LogLine['level'], event: string, fields: LogFields): void {
    this.lines.push({ level, event, fields: { ...this.#bound, ...fields } });
  }
}
