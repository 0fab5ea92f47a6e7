import { defineEndpoint } from '../endpoint.ts';
import { readLimit } from '../limits/request-limit.ts';
import { errorListAnswer } from '../wire/error-list.ts';
import { writeErrorList } from '../write/write-error-list.ts';

export const errorsEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/errors',
  summary: 'Every error code with its status, whether to retry, and what to do.',
  limit: readLimit('errors'),
  request: {},
  response: errorListAnswer,
  errors: [],
  cache: { maxAgeSec: 300 },
  async handle({ deps }) {
    return writeErrorList(deps.basePath);
  },
});
