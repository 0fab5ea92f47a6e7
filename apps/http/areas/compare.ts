import type { ErrorCode } from '@interline/domain';
import type * as z from 'zod';
import { defineEndpoint, type EndpointInput } from '../endpoint.ts';
import { perMinute } from '../limits/request-limit.ts';
import { readRouteRequest } from '../read/read-route-request.ts';
import { compareAnswer } from '../wire/compare.ts';
import { routeRequestBody, routeRequestQuery, type RouteRequestWire } from '../wire/route-request.ts';
import { writeComparison } from '../write/write-comparison.ts';

const path = '/api/route/compare';
const limit = perMinute('compare', 30);
const summary = 'Every rail of the lane side by side, ranked by what the recipient nets, with a score and a guard; kept for 12 s.';
const example = { fromChain: '8453', toChain: '42161', token: 'USDC', amount: '25000000' };
const errors: readonly ErrorCode[] = ['MISSING_FIELD', 'BAD_AMOUNT', 'UNROUTABLE_LANE'];

export const postCompareEndpoint = defineEndpoint({
  method: 'POST',
  path,
  summary,
  limit,
  request: { body: routeRequestBody },
  example: { ...example, excludeRails: ['floatlane'] },
  response: compareAnswer,
  errors: [...errors, 'BODY_TOO_LARGE'],
  needs: 'rail',
  async handle({ body, deps, signal }) {
    return answerCompare(body, deps, signal);
  },
});

export const getCompareEndpoint = defineEndpoint({
  method: 'GET',
  path,
  summary,
  limit,
  request: { query: routeRequestQuery },
  example: { ...example, excludeRails: 'floatlane' },
  response: compareAnswer,
  errors,
  needs: 'rail',
  async handle({ query, deps, signal }) {
    return answerCompare(query, deps, signal);
  },
});

async function answerCompare(wire: RouteRequestWire, { useCases, tokens }: EndpointInput['deps'], signal: AbortSignal): Promise<z.input<typeof compareAnswer>> {
  const request = readRouteRequest(wire, tokens);
  return writeComparison(await useCases.compareRails(request, { excludeRails: wire.excludeRails ?? [] }, signal), request);
}
