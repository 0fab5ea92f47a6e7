import { createKeyEndpoint, keyUsageEndpoint } from '../api-keys/endpoints.ts';
import { askEndpoint } from '../assistant/endpoints.ts';
import {
  chainsEndpoint,
  gaslessInfoEndpoint,
  recentRoutesEndpoint,
  serviceStatusEndpoint,
  termsEndpoint,
} from '../discovery/endpoints.ts';
import {
  accountsEndpoint,
  attentionEndpoint,
  releaseRefundEndpoint,
  releaseRouteEndpoint,
  resumeAccountEndpoint,
} from '../operations/endpoints.ts';
import {
  batchEndpoint,
  cancelConditionalEndpoint,
  cancelScheduleEndpoint,
  createConditionalEndpoint,
  createScheduleEndpoint,
  readConditionalEndpoint,
  readScheduleEndpoint,
} from '../primitives/endpoints.ts';
import { agentEndpoint } from '../transfer/agent/endpoints.ts';
import { compareEndpoints, scorecardEndpoint } from '../transfer/compare/endpoints.ts';
import { executeEndpoint, floatlaneExecuteEndpoint } from '../transfer/execute/endpoints.ts';
import { preflightEndpoint } from '../transfer/preflight/endpoints.ts';
import { quoteEndpoints } from '../transfer/quote/endpoints.ts';
import { solveEndpoints } from '../transfer/solve/endpoints.ts';
import { routeStatusEndpoint } from '../transfer/status/endpoints.ts';
import {
  deadHooksEndpoint,
  readHookEndpoint,
  redeliverHookEndpoint,
  registerHookEndpoint,
} from '../webhooks/endpoints.ts';
import type { Endpoint } from './endpoint.ts';
import { aliveEndpoint, errorsEndpoint, openApiEndpoint, readyEndpoint } from './own-endpoints.ts';

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
