import type { ErrorCode } from '@interline/domain';
import { commonErrors, type Endpoint } from './endpoint.ts';
import { keepsAnswer } from './idempotency/keeps-answer.ts';

const ofKeptAnswers: readonly ErrorCode[] = ['IDEMPOTENCY_CONFLICT', 'IDEMPOTENCY_IN_FLIGHT', 'STORE_DOWN'];
const ofLimits: readonly ErrorCode[] = ['RATE_LIMITED'];

/** Every code a request that reached this row can be answered with. That a path or a method is unknown it can't be told. */
export function codesOf(endpoint: Endpoint): readonly ErrorCode[] {
  const around = commonErrors.filter((code) => code !== 'METHOD_NOT_ALLOWED' && (code !== 'NOT_FOUND' || endpoint.request.params !== undefined));
  return [...new Set([...around, ...endpoint.errors, ...(endpoint.limit === null ? [] : ['RATE_LIMITED'] as const), ...(endpoint.limit === null ? [] : ofLimits), ...(keepsAnswer(endpoint) ? ofKeptAnswers : [])])];
}
