import { recentLimit } from '@interline/core/discovery';
import { defineEndpoint } from '../server/endpoint.ts';
import { perMinute } from '../server/limits/request-limit.ts';
import { recentRoutesAnswer, recentRoutesQuery } from './recent-routes-schema.ts';
import { writeRecentRoutes } from './write-recent-routes.ts';

export const recentRoutesEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/routes/recent',
  summary: 'The newest routes without addresses, hashes or exact amounts.',
  limit: perMinute('recent', 60),
  request: { query: recentRoutesQuery },
  example: { limit: '25' },
  response: recentRoutesAnswer,
  errors: ['STORE_DOWN'],
  async handle({ query, deps }) {
    return writeRecentRoutes(
      await deps.useCases.discovery.recentRoutes(query.limit ?? recentLimit.standard),
    );
  },
});
