import { defineEndpoint } from '../server/endpoint.ts';
import { readLimit } from '../server/limits/request-limit.ts';
import { readScorecardQuestion } from './read-scorecard-question.ts';
import { scorecardAnswer, scorecardQuery } from './scorecard-schema.ts';
import { writeScorecard } from './write-scorecard.ts';

export const scorecardEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/rails/scorecard',
  summary:
    'How each rail kept its quotes, by lane, from our own receipts: miss rate, fail rate, median time, number of samples.',
  limit: readLimit('scorecard'),
  request: { query: scorecardQuery },
  example: { rail: 'lifi', fromChain: '8453', toChain: '42161' },
  response: scorecardAnswer,
  errors: ['UNROUTABLE_LANE', 'STORE_DOWN'],
  cache: { maxAgeSec: 30 },
  async handle({ query, deps }) {
    return writeScorecard(await deps.useCases.transfer.readScorecard(readScorecardQuestion(query)));
  },
});
