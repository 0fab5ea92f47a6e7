import { type ErrorCode, type ErrorDetails, isRelayError, RelayError } from '@interline/kernel';
import type { Log } from '@interline/ports';
import {
  BrokenCircuitError,
  circuitBreaker,
  CircuitState,
  ConsecutiveBreaker,
  handleWhen,
} from 'cockatiel';
import type { GuardSettings, RailStep } from './guard-settings.ts';
import { isPlainText } from './plain-text.ts';

/** Lets a call through, or throws `RAIL_DOWN` while the rail rests. */
export type RailBreaker = <T>(call: () => Promise<T>) => Promise<T>;

export function railBreaker(
  rail: string,
  { faultsToRest, restMs }: GuardSettings,
  log: Log,
): RailBreaker {
  const policy = circuitBreaker(handleWhen(isRailFault), {
    halfOpenAfter: restMs,
    breaker: new ConsecutiveBreaker(faultsToRest),
  });
  policy.onBreak(() => log.warn('rail.rests', { restMs }));
  policy.onReset(() => log.info('rail.back'));
  const down = (): RelayError =>
    new RelayError('RAIL_DOWN', { rail }, `${rail} rests after ${faultsToRest} faults in a row`);

  return async (call) => {
    // During the single trial call, cockatiel would make other calls wait for it.
    if (policy.state === CircuitState.HalfOpen) throw down();
    try {
      return await policy.execute(call);
    } catch (error) {
      throw error instanceof BrokenCircuitError ? down() : error;
    }
  };
}

const faultCodes: readonly ErrorCode[] = ['RAIL_FAULT', 'RAIL_TIMEOUT', 'INTERNAL'];

/**
 * What a rail threw, fit to travel: our own errors pass, anything else keeps only the rail's name
 * and the step.
 */
export function translateFault(rail: string, step: RailStep, error: unknown): RelayError {
  if (!isRelayError(error))
    return new RelayError('RAIL_FAULT', { rail, step }, `${rail} failed at ${step}`, {
      cause: error,
    });
  return isPlainText(error.message) && arePlain(error.details)
    ? error
    : new RelayError(error.code, { rail, step }, undefined, { cause: error });
}

/** True for errors that blame the rail itself, not the request or a chain. */
export function isRailFault(error: unknown): boolean {
  return (
    isRelayError(error) && faultCodes.includes(error.code) && error.details['isAbandoned'] !== true
  );
}

function arePlain(details: ErrorDetails): boolean {
  return Object.values(details)
    .flat()
    .every((value) => typeof value !== 'string' || isPlainText(value));
}
