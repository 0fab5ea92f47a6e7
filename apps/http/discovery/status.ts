import { defineEndpoint } from '../server/endpoint.ts';
import { perMinute } from '../server/limits/request-limit.ts';
import { statusAnswer } from './service-status-schema.ts';
import { writeServiceStatus } from './write-service-status.ts';

export const serviceStatusEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/status',
  summary: 'What is up: chains, rails, executable lanes, endpoints.',
  limit: perMinute('status', 60),
  request: {},
  response: statusAnswer,
  errors: [],
  async handle({ deps, endpoints }) {
    return writeServiceStatus(await deps.useCases.discovery.serviceStatus(), endpoints);
  },
});
