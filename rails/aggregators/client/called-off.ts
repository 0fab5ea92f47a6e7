import { isRelayError, RelayError } from '@interline/plugins';

/**
 * Why a request ended with its signal: our own deadline is the engine's fault, a caller that left
 * is not.
 */
export function calledOff(engine: string, { reason }: AbortSignal): RelayError {
  return isRelayError(reason)
    ? reason
    : new RelayError(
        'RAIL_TIMEOUT',
        { rail: engine, isAbandoned: true },
        `nobody waits for ${engine} any more`,
      );
}
