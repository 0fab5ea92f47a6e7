import { standardBodyCapBytes } from '../server/body/read-body.ts';
import { defineEndpoint } from '../server/endpoint.ts';
import { readLimit } from '../server/limits/request-limit.ts';
import { termsAnswer } from './terms-schema.ts';
import { writeTerms } from './write-terms.ts';

export const termsEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/terms',
  summary:
    'What a client may rely on: fees, limits, finality, refunds, quote-only corridors, what the feed shows, versions.',
  limit: readLimit('terms'),
  request: {},
  response: termsAnswer,
  errors: [],
  cache: { maxAgeSec: 60 },
  async handle({ deps, endpoints }) {
    return writeTerms(await deps.useCases.discovery.serviceTerms(), {
      endpoints,
      limits: deps.limits,
      bodyCapBytes: deps.bodyCapBytes ?? standardBodyCapBytes,
    });
  },
});
