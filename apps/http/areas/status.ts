import { defineEndpoint } from '../endpoint.ts';
import { statusAnswer } from '../wire/service-status.ts';
import { writeServiceStatus } from '../write/write-service-status.ts';

export const serviceStatusEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/status',
  summary: 'What is up: chains, rails, executable lanes, endpoints.',
  request: {},
  response: statusAnswer,
  errors: [],
  async handle({ deps, endpoints }) {
    return writeServiceStatus(await deps.useCases.serviceStatus(), endpoints);
  },
});
