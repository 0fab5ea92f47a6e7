import { NoAnswerError } from '../no-answer-error.ts';
import { ServiceError } from '../service-error.ts';

/** Refusals that come before a pass is spent, or may. */
const beforeSpending: readonly string[] = [
  'BAD_AMOUNT',
  'BAD_REQUEST',
  'BODY_TOO_LARGE',
  'DATE_OUTSIDE_WINDOW',
  'EVIDENCE_DISABLED',
  'MESSAGING_DISABLED',
  'MISSING_FIELD',
  'PLUS_DISABLED',
  'RATE_LIMITED',
  'RECEIPT_NOT_READY',
  'REQUEST_REPLAYED',
  'TARGET_NOT_ALLOWED',
  'UNKNOWN_RECORD',
  'UNKNOWN_ROUTE',
];

/**
 * What became of a pass whose request ended with that error. `unshown`: no try of it reached the
 * service, so it is as good as new. `unknown`: nobody knows, or it was shown and not taken; put back by
 * itself, it would be shown with another request by whoever is refused on purpose.
 */
export function endOfPass(error: unknown): 'spent' | 'unshown' | 'unknown' {
  if (error instanceof NoAnswerError && error.isUnsent) return 'unshown';
  // A service that failed may have taken it before; without a code it is not the service that answers.
  const isSpent =
    error instanceof ServiceError &&
    error.status < 500 &&
    error.errorCode !== '' &&
    !beforeSpending.includes(error.errorCode);
  return isSpent ? 'spent' : 'unknown';
}
