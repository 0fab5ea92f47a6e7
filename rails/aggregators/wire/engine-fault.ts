import { type ErrorCode, RelayError } from '@interline/plugins';

/** An error that blames the engine, to be thrown; `step` is the request. */
export function engineFault(
  engine: string,
  step: string,
  message: string,
  code: ErrorCode = 'RAIL_FAULT',
): RelayError {
  return new RelayError(code, { rail: engine, step }, message);
}
