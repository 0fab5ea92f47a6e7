export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

/**
 * Structured and redacted. Never pass it provider text, URLs, keys, signatures or raw transactions.
 */
export interface Log {
  debug(event: string, fields?: LogFields): void;
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
  child(fields: LogFields): Log;
}
