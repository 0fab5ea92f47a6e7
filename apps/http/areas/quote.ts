import type { ErrorCode } from '@interline/domain';
import type * as z from 'zod';
import { defineEndpoint, type EndpointInput } from '../endpoint.ts';
import { perMinute } from '../limits/request-limit.ts';
import { readRouteRequest } from '../read/read-route-request.ts';
import { quoteAnswer } from '../wire/quote.ts';
import { routeRequestBody, routeRequestQuery, type RouteRequestWire } from '../wire/route-request.ts';
import { writeQuote } from '../write/write-quote.ts';

const path = '/api/route/quote';
const limit = perMinute('quote', 40);
const summary = 'The best price over every rail of the lane; moves nothing.';
const example = { fromChain: '8453', toChain: '42161', token: 'USDC', amount: '25000000' };
const errors: readonly ErrorCode[] = ['MISSING_FIELD', 'BAD_AMOUNT', 'UNROUTABLE_LANE', 'NO_ROUTE', 'CHAIN_UNREACHABLE', 'STORE_DOWN'];

export const postQuoteEndpoint = defineEndpoint({
  method: 'POST',
  path,
  summary,
  limit,
  request: { body: routeRequestBody },
  example,
  response: quoteAnswer,
  errors: [...errors, 'BODY_TOO_LARGE'],
  needs: 'rail',
  async handle({ body, deps, signal }) {
    return answerQuote(body, deps, signal);
  },
});

export const getQuoteEndpoint = defineEndpoint({
  method: 'GET',
  path,
  summary,
  limit,
  request: { query: routeRequestQuery },
  example,
  response: quoteAnswer,
  errors,
  needs: 'rail',
  async handle({ query, deps, signal }) {
    return answerQuote(query, deps, signal);
  },
});

async function answerQuote(wire: RouteRequestWire, { useCases, tokens }: EndpointInput['deps'], signal: AbortSignal): Promise<z.input<typeof quoteAnswer>> {
  const request = readRouteRequest(wire, tokens);
  const quote = await useCases.quoteRoute(request, { excludeRails: wire.excludeRails ?? [] }, signal);
  return writeQuote(quote, request);
}
