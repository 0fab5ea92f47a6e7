import { type ErrorDetails, errorEntry, isRelayError, RelayError } from '@interline/kernel';
import { kindOf } from '../../switches/index.ts';
import { RailsRefused } from '../quote/rails-refused.ts';
import type { ExecuteRequest } from '../execute-request.ts';

/** Whether no other offer can help: the code implies it, or more than an engine is paused. */
export function closesRequest({ code, details }: RelayError): boolean {
  if (errorEntry(code).rulesOut === 'request') return true;
  const { scope } = details;
  return (
    code === 'PAUSED' && typeof scope === 'string' && !['rail', 'engine'].includes(kindOf(scope))
  );
}

/**
 * `PAUSED`, extended by the state of the request's permit: it was not used. It states how long the
 * permit is valid, in chain time, or that it expires before a retry makes sense. Returns any other
 * error unchanged.
 */
export function withPermit(error: unknown, request: ExecuteRequest, nowMs: number): unknown {
  const { permit, mode } = request;
  if (!isRelayError(error) || error.code !== 'PAUSED' || mode !== 'permit2' || permit === null)
    return error;
  const goodUntilMs = Number(permit.deadline) * 1_000;
  const isGood = goodUntilMs > nowMs + (errorEntry('PAUSED').retryAfterMs ?? 0);
  const details: ErrorDetails = {
    ...error.details,
    permit: isGood ? 'good' : 'expiring',
    permitGoodUntilMs: goodUntilMs,
  };
  const message = `${error.message}; the permit was not used, ${isGood ? 'and stays good until its deadline' : 'but its deadline is too near to wait: ask for a new sign request'}`;
  return error instanceof RailsRefused
    ? new RailsRefused(error.code, error.refusals, message, details)
    : new RelayError(error.code, details, message, { cause: error });
}
