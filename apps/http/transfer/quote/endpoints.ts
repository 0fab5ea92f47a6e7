import { perMinute } from '../../server/limits/request-limit.ts';
import { questionEndpoints } from '../question-endpoints.ts';
import { quoteAnswer } from './schemas.ts';
import { parseRouteRequest, routeRequestBody, routeRequestQuery } from '../route-request.ts';
import { presentQuote } from './present.ts';

const example = { fromChain: '8453', toChain: '42161', token: 'USDC', amount: '25000000' };

export const quoteEndpoints = questionEndpoints({
  path: '/api/route/quote',
  tool: {
    name: 'quote',
    title: 'Price a transfer',
    advice: 'Amounts are digits in smallest units: 5 USDC is "5000000".',
  },
  isTraced: true,
  summary: 'The best price over every rail of the lane; moves nothing.',
  limit: perMinute('quote', 40),
  body: routeRequestBody,
  query: routeRequestQuery,
  examples: { body: example, query: example },
  response: quoteAnswer,
  errors: [
    'MISSING_FIELD',
    'BAD_AMOUNT',
    'UNROUTABLE_LANE',
    'NO_ROUTE',
    'MEMO_REQUIRED',
    'TRUSTLINE_MISSING',
    'ACCOUNT_STOPPED',
    'CHAIN_UNREACHABLE',
    'STORE_DOWN',
  ],
  needs: 'rail',
  async answer(wire, { deps, askedBy, signal }) {
    const request = { ...parseRouteRequest(wire, deps), askedBy };
    return presentQuote(
      await deps.useCases.transfer.quoteRoute(
        request,
        { excludeRails: wire.excludeRails ?? [] },
        signal,
      ),
      request,
      { isOptIn: (engine) => deps.isOptIn(engine) },
    );
  },
});
