import { isRelayError, type Log, RelayError } from '@interline/plugins';
import {
  BrokenCircuitError,
  circuitBreaker,
  CircuitState,
  ConsecutiveBreaker,
  handleWhen,
} from 'cockatiel';

interface BreakerTerms {
  readonly faultsToRest: number;
  readonly restMs: number;
}

/**
 * Stops asking an engine after `faultsToRest` faults in a row. After a rest it lets one trial call
 * through, whose outcome decides.
 */
export interface EngineBreaker {
  /** Throws `RAIL_DOWN` while the engine rests. */
  run<T>(call: () => Promise<T>): Promise<T>;
  readonly isResting: boolean;
  /** The error to throw while it rests. */
  error(): RelayError;
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
      // During the trial call, cockatiel would make the other calls wait for it.
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
    error: down,
  };
}

/** A call that its own caller abandoned is not evidence against the engine. */
function isEngineFault(error: unknown): boolean {
  return (
    isRelayError(error) &&
    (error.code === 'RAIL_FAULT' || error.code === 'RAIL_TIMEOUT') &&
    error.details['isAbandoned'] !== true
  );
}
