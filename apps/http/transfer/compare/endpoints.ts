import { defineEndpoint } from '../../server/endpoint.ts';
import { perMinute, readLimit } from '../../server/limits/request-limit.ts';
import { compareAnswer, scorecardAnswer, scorecardQuery } from './schemas.ts';
import { questionEndpoints } from '../question-endpoints.ts';
import { parseRouteRequest, routeRequestBody, routeRequestQuery } from '../route-request.ts';
import { parseScorecardQuestion } from './parse.ts';
import { presentComparison, presentScorecard } from './present.ts';

const example = { fromChain: '8453', toChain: '42161', token: 'USDC', amount: '25000000' };

export const compareEndpoints = questionEndpoints({
  path: '/api/route/compare',
  tool: { name: 'compare', title: 'Compare rails' },
  isTraced: true,
  summary:
    'Every rail of the lane side by side, ranked by what the recipient receives, with a score and a guard; cached for 12 s.',
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
  async answer(wire, { deps, askedBy, signal }) {
    const request = { ...parseRouteRequest(wire, deps), askedBy };
    return presentComparison(
      await deps.useCases.transfer.compareRails(
        request,
        { excludeRails: wire.excludeRails ?? [] },
        signal,
      ),
      request,
      { isOptIn: (engine) => deps.isOptIn(engine) },
    );
  },
});

export const scorecardEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/rails/scorecard',
  summary:
    'How well each rail kept its quotes, by lane, from our own receipts: miss rate, failure rate, median time, number of samples.',
  limit: readLimit('scorecard'),
  request: { query: scorecardQuery },
  example: { rail: 'lifi', fromChain: '8453', toChain: '42161' },
  response: scorecardAnswer,
  errors: ['UNROUTABLE_LANE', 'STORE_DOWN'],
  cache: { maxAgeSec: 30 },
  async handle({ query, deps }) {
    return presentScorecard(
      await deps.useCases.transfer.readScorecard(parseScorecardQuestion(query)),
    );
  },
});
