import type { ErrorCode } from '@interline/kernel';
import { commonErrors, type Endpoint } from './endpoint.ts';
import { keepsAnswer } from './idempotency/keeps-answer.ts';

const ofKeptAnswers: readonly ErrorCode[] = [
  'IDEMPOTENCY_CONFLICT',
  'IDEMPOTENCY_IN_FLIGHT',
  'STORE_DOWN',
];
const ofLimits: readonly ErrorCode[] = ['RATE_LIMITED'];
const ofOperators: readonly ErrorCode[] = ['OPERATOR_ONLY'];

/**
 * Every code a request that reached this row can be answered with; it found its path and method, so
 * they can't be unknown.
 */
export function codesOf(endpoint: Endpoint): readonly ErrorCode[] {
  const around = commonErrors.filter(
    (code) =>
      code !== 'METHOD_NOT_ALLOWED' &&
      (code !== 'NOT_FOUND' || endpoint.request.params !== undefined),
  );
  return [
    ...new Set([
      ...around,
      ...endpoint.errors,
      ...(endpoint.limit === null ? [] : ofLimits),
      ...(endpoint.isOperators === true ? ofOperators : []),
      ...(keepsAnswer(endpoint) ? ofKeptAnswers : []),
    ]),
  ];
}
