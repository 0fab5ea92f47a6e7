import { errorCatalogue, type ErrorCode } from './error-catalogue.ts';

/** Facts that help a client or an operator; never provider text, URLs, keys or raw transactions. */
export type ErrorDetails = Readonly<Record<string, string | number | boolean | readonly string[]>>;

/** A fault or refusal on its way to the edge, where its code alone decides the HTTP status. */
export class RelayError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor(
    code: ErrorCode,
    details: ErrorDetails = {},
    message: string = errorCatalogue[code].summary,
    options?: { cause?: unknown },
  ) {
    super(message, options);
    this.name = 'RelayError';
    this.code = code;
    this.details = details;
  }
}

/** True for our own error, even if a plugin brought a second copy of this module. */
export function isRelayError(error: unknown): error is RelayError {
  return (
    error instanceof Error &&
    error.name === 'RelayError' &&
    'code' in error &&
    typeof error.code === 'string' &&
    Object.hasOwn(errorCatalogue, error.code)
  );
}

/**
 * What a log line shows of an error: code and message of our own errors, which can name what an
 * operator has to fix. Of other errors only the name, because their messages can contain URLs and
 * raw transactions.
 */
export function faultInLog(error: unknown): {
  readonly code: ErrorCode;
  readonly reason?: string;
  readonly fault?: string;
} {
  return isRelayError(error)
    ? { code: error.code, reason: error.message }
    : { code: 'INTERNAL', fault: error instanceof Error ? error.name : 'unknown' };
}
