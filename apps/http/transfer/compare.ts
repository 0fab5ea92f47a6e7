import { perMinute } from '../server/limits/request-limit.ts';
import { compareAnswer } from './compare-schema.ts';
import { questionEndpoints } from './question-endpoints.ts';
import { readRouteRequest } from './read-route-request.ts';
import { routeRequestBody, routeRequestQuery } from './route-request-schema.ts';
import { writeComparison } from './write-comparison.ts';

const example = { fromChain: '8453', toChain: '42161', token: 'USDC', amount: '25000000' };

export const compareEndpoints = questionEndpoints({
  path: '/api/route/compare',
  summary:
    'Every rail of the lane side by side, ranked by what the recipient nets, with a score and a guard; kept for 12 s.',
  limit: perMinute('compare', 30),
  body: routeRequestBody,
  query: routeRequestQuery,
  examples: {
    body: { ...example, excludeRails: ['floatlane'] },
    query: { ...example, excludeRails: 'floatlane' },
  },
  response: compareAnswer,
  errors: ['MISSING_FIELD', 'BAD_AMOUNT', 'UNROUTABLE_LANE'],
  needs: 'rail',
  async answer(wire, { deps: { useCases, tokens }, askedBy, signal }) {
    const request = { ...readRouteRequest(wire, tokens), askedBy };
    return writeComparison(
      await useCases.transfer.compareRails(
        request,
        { excludeRails: wire.excludeRails ?? [] },
        signal,
      ),
      request,
    );
  },
});
