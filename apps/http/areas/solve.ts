import type { ErrorCode } from '@interline/domain';
import type * as z from 'zod';
import { defineEndpoint, type EndpointInput } from '../endpoint.ts';
import { perMinute } from '../limits/request-limit.ts';
import { readIntentRequest } from '../read/read-intent-request.ts';
import { intentPlanAnswer } from '../wire/intent-plan.ts';
import { intentRequestBody, intentRequestQuery, type IntentRequestWire } from '../wire/intent-request.ts';
import { writeIntentPlan } from '../write/write-intent-plan.ts';

const path = '/api/intent/solve';
const limit = perMinute('solve', 20);
const summary = 'Which of up to ten sources serves the goal best, with the execute body for it; moves nothing.';
const sources = [{ chain: 8453, token: 'USDC', amount: '25000000' }, { chain: 10, token: 'USDC', amount: '25000000' }];
const example = { toChain: '42161', toToken: 'USDC', goal: 'max-output', toAddress: '0x1111111111111111111111111111111111111111' };
const errors: readonly ErrorCode[] = ['MISSING_FIELD', 'BAD_AMOUNT', 'UNROUTABLE_LANE', 'BURN_ADDRESS_REFUSED'];

export const postSolveEndpoint = defineEndpoint({
  method: 'POST',
  path,
  summary,
  limit,
  request: { body: intentRequestBody },
  example: { ...example, from: sources },
  response: intentPlanAnswer,
  errors: [...errors, 'BODY_TOO_LARGE'],
  needs: 'rail',
  async handle({ body, deps, signal }) {
    return answerSolve(body, deps, signal);
  },
});

export const getSolveEndpoint = defineEndpoint({
  method: 'GET',
  path,
  summary,
  limit,
  request: { query: intentRequestQuery },
  example: { ...example, from: JSON.stringify(sources) },
  response: intentPlanAnswer,
  errors,
  needs: 'rail',
  async handle({ query, deps, signal }) {
    return answerSolve(query, deps, signal);
  },
});

async function answerSolve(wire: IntentRequestWire, deps: EndpointInput['deps'], signal: AbortSignal): Promise<z.input<typeof intentPlanAnswer>> {
  const request = readIntentRequest(wire, deps.tokens);
  const plan = await deps.useCases.solveIntent(request, signal);
  return writeIntentPlan(plan, request, { sent: wire.from, isOptIn: (rail) => deps.isOptIn(rail) });
}
