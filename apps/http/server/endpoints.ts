import { createKeyEndpoint, keyUsageEndpoint } from '../api-keys/endpoints.ts';
import { askEndpoint } from '../assistant/ask.ts';
import { chainsEndpoint, gaslessInfoEndpoint } from '../discovery/mesh.ts';
import { recentRoutesEndpoint } from '../discovery/recent-routes.ts';
import { serviceStatusEndpoint } from '../discovery/status.ts';
import { termsEndpoint } from '../discovery/terms.ts';
import {
  accountsEndpoint,
  attentionEndpoint,
  releaseRouteEndpoint,
  resumeAccountEndpoint,
} from '../operations/operator-accounts.ts';
import {
  deadHooksEndpoint,
  redeliverHookEndpoint,
  releaseRefundEndpoint,
} from '../operations/operator.ts';
import { batchEndpoint } from '../primitives/batch.ts';
import {
  cancelConditionalEndpoint,
  createConditionalEndpoint,
  readConditionalEndpoint,
} from '../primitives/conditional.ts';
import {
  cancelScheduleEndpoint,
  createScheduleEndpoint,
  readScheduleEndpoint,
} from '../primitives/schedule.ts';
import { agentEndpoint } from '../transfer/agent/endpoints.ts';
import { compareEndpoints, scorecardEndpoint } from '../transfer/compare/endpoints.ts';
import { executeEndpoint, floatlaneExecuteEndpoint } from '../transfer/execute/endpoints.ts';
import { preflightEndpoint } from '../transfer/preflight/endpoints.ts';
import { quoteEndpoints } from '../transfer/quote/endpoints.ts';
import { routeStatusEndpoint } from '../transfer/status/endpoints.ts';
import { solveEndpoints } from '../transfer/solve/endpoints.ts';
import { readHookEndpoint, registerHookEndpoint } from '../webhooks/endpoints.ts';
import type { Endpoint } from './endpoint.ts';
import { errorsEndpoint } from './own/errors.ts';
import { aliveEndpoint, readyEndpoint } from './own/health.ts';
import { openApiEndpoint } from './own/openapi.ts';

/**
 * The one table. Routes, validation, refusals, the status and the README's list are derived from
 * it.
 */
export const endpoints: readonly Endpoint[] = [
  serviceStatusEndpoint,
  chainsEndpoint,
  gaslessInfoEndpoint,
  quoteEndpoints.post,
  quoteEndpoints.get,
  compareEndpoints.post,
  compareEndpoints.get,
  solveEndpoints.post,
  solveEndpoints.get,
  scorecardEndpoint,
  agentEndpoint,
  preflightEndpoint,
  executeEndpoint,
  floatlaneExecuteEndpoint,
  routeStatusEndpoint,
  createKeyEndpoint,
  keyUsageEndpoint,
  batchEndpoint,
  createScheduleEndpoint,
  readScheduleEndpoint,
  cancelScheduleEndpoint,
  createConditionalEndpoint,
  readConditionalEndpoint,
  cancelConditionalEndpoint,
  registerHookEndpoint,
  readHookEndpoint,
  releaseRefundEndpoint,
  deadHooksEndpoint,
  redeliverHookEndpoint,
  attentionEndpoint,
  accountsEndpoint,
  resumeAccountEndpoint,
  releaseRouteEndpoint,
  recentRoutesEndpoint,
  askEndpoint,
  termsEndpoint,
  errorsEndpoint,
  openApiEndpoint,
  aliveEndpoint,
  readyEndpoint,
];
