import { type ErrorCode, type ErrorDetails, isRelayError, RelayError } from '@interline/kernel';
import type { RailStep } from './guard-settings.ts';
import { isPlainText } from './plain-text.ts';

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

/** True for errors that say the rail itself is broken, not the request or a chain. */
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
