import { isRelayError, type Log, RelayError } from '@interline/plugins';
import {
  BrokenCircuitError,
  circuitBreaker,
  CircuitState,
  ConsecutiveBreaker,
  handleWhen,
} from 'cockatiel';

export interface BreakerTerms {
  readonly faultsToRest: number;
  readonly restMs: number;
}

/**
 * Stops asking an engine that failed so many times in a row; after a rest one call is let through,
 * and its outcome decides.
 */
export interface EngineBreaker {
  /** Throws `RAIL_DOWN` while the engine rests. */
  run<T>(call: () => Promise<T>): Promise<T>;
  readonly isResting: boolean;
}

export function engineBreaker(
  engine: string,
  { faultsToRest, restMs }: BreakerTerms,
  log: Log,
): EngineBreaker {
  const policy = circuitBreaker(handleWhen(isEngineFault), {
    halfOpenAfter: restMs,
    breaker: new ConsecutiveBreaker(faultsToRest),
  });
  policy.onBreak(() => log.warn('upstream.rests', { upstream: engine, restMs }));
  policy.onReset(() => log.info('upstream.back', { upstream: engine }));
  const down = (): RelayError =>
    new RelayError(
      'RAIL_DOWN',
      { rail: engine },
      `${engine} rests after ${faultsToRest} faults in a row`,
    );

  return {
    async run(call) {
      // While the one trial call is out, cockatiel would let the others wait for it.
      if (policy.state === CircuitState.HalfOpen) throw down();
      try {
        return await policy.execute(call);
      } catch (error) {
        throw error instanceof BrokenCircuitError ? down() : error;
      }
    },
    get isResting() {
      return policy.state !== CircuitState.Closed;
    },
  };
}

/** A call that its own caller gave up says nothing about the engine. */
function isEngineFault(error: unknown): boolean {
  return (
    isRelayError(error) &&
    (error.code === 'RAIL_FAULT' || error.code === 'RAIL_TIMEOUT') &&
    error.details['isAbandoned'] !== true
  );
}
