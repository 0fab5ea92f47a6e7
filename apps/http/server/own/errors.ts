import { defineEndpoint } from '../endpoint.ts';
import { readLimit } from '../limits/request-limit.ts';
import { writeErrorList } from '../present/write-error-list.ts';
import { errorListAnswer } from '../schemas/error-list.ts';

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
