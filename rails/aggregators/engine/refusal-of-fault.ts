import { isRelayError, type Log, type Refusal, refuse } from '@interline/plugins';

/**
 * What an engine's fault is to everybody else: its way refused, in our words. Only our own errors
 * have words of ours.
 */
export function refusalOfFault(
  engine: string,
  step: 'price' | 'build',
  error: unknown,
  log: Log,
): Refusal {
  if (isRelayError(error)) return refuse(error.code, error.message);
  log.warn('upstream.fault', { upstream: engine, step });
  return refuse('RAIL_FAULT', `${engine} answered something that cannot be read`);
}
