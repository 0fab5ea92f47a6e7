import { type ErrorCode, storeFaults } from '@interline/kernel';
import { type Endpoint, isForAnyOrigin, keepsAnswer, takesPasses } from './endpoint.ts';

/** Codes that any endpoint can answer with: they come from the layers around it. */
export const commonErrors: readonly ErrorCode[] = [
  'BAD_REQUEST',
  'NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'INTERNAL',
];

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
      ...(endpoint.errors.includes('STORE_DOWN') ? storeFaults : []),
      ...(endpoint.limit === null ? [] : ofLimits),
      ...(isForAnyOrigin(endpoint) ? [] : ofOrigins),
      ...(endpoint.isOperators === true ? ofOperators : []),
      ...(endpoint.session === undefined ? [] : ofSessions),
      ...(endpoint.agent === undefined ? [] : ofAgents),
      ...(keepsAnswer(endpoint) ? ofKeptAnswers : []),
      ...(takesPasses(endpoint) ? ofPasses : []),
      ...(endpoint.paysWithin === true ? ofPaidRows : []),
    ]),
  ];
}

const ofKeptAnswers: readonly ErrorCode[] = [
  'IDEMPOTENCY_CONFLICT',
  'IDEMPOTENCY_IN_FLIGHT',
  ...storeFaults,
];
const ofLimits: readonly ErrorCode[] = ['RATE_LIMITED'];
const ofOrigins: readonly ErrorCode[] = ['ORIGIN_NOT_ALLOWED'];
const ofOperators: readonly ErrorCode[] = ['OPERATOR_ONLY'];
const ofPasses: readonly ErrorCode[] = [
  'PASS_INVALID',
  'PASS_EXPIRED',
  'PASS_SPENT',
  'PLUS_DISABLED',
  ...storeFaults,
];
const ofSessions: readonly ErrorCode[] = [
  'ACCOUNTS_DISABLED',
  'SESSION_EXPIRED',
  'SCOPE_MISSING',
  'CHAIN_UNREACHABLE',
  ...storeFaults,
];
const ofAgents: readonly ErrorCode[] = ['AGENT_SIGNATURE_INVALID', 'UNKNOWN_AGENT', ...storeFaults];
const ofPaidRows: readonly ErrorCode[] = ['PASS_REQUIRED'];
