import { RelayError } from '@interline/kernel';
import type { Log } from '@interline/ports';
import type { GuardSettings } from './guard-settings.ts';
import { isRailFault } from './translate-fault.ts';
import {
  BrokenCircuitError,
  circuitBreaker,
  CircuitState,
  ConsecutiveBreaker,
  handleWhen,
} from 'cockatiel';

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
    // While the one trial call is out, cockatiel would let the others wait for it.
    if (policy.state === CircuitState.HalfOpen) throw down();
    try {
      return await policy.execute(call);
    } catch (error) {
      throw error instanceof BrokenCircuitError ? down() : error;
    }
  };
}
