import { type ErrorCode, RelayError } from '@interline/plugins';

/** What an engine is to blame for, to be thrown; `step` is what it was asked for. */
export function engineFault(
  engine: string,
  step: string,
  message: string,
  code: ErrorCode = 'RAIL_FAULT',
): RelayError {
  return new RelayError(code, { rail: engine, step }, message);
}
