import { agentEndpoint } from './areas/agent.ts';
import { askEndpoint } from './areas/ask.ts';
import { batchEndpoint } from './areas/batch.ts';
import { compareEndpoints } from './areas/compare.ts';
import {
  cancelConditionalEndpoint,
  createConditionalEndpoint,
  readConditionalEndpoint,
} from './areas/conditional.ts';
import { chainsEndpoint, gaslessInfoEndpoint } from './areas/discovery.ts';
import { errorsEndpoint } from './areas/errors.ts';
import { executeEndpoint, floatlaneExecuteEndpoint } from './areas/execute.ts';
import { openApiEndpoint } from './areas/openapi.ts';
import { aliveEndpoint, readyEndpoint } from './areas/health.ts';
import { createKeyEndpoint, keyUsageEndpoint } from './areas/keys.ts';
import { readHookEndpoint, registerHookEndpoint } from './areas/hooks.ts';
import {
  deadHooksEndpoint,
  redeliverHookEndpoint,
  releaseRefundEndpoint,
} from './areas/operator.ts';
import {
  accountsEndpoint,
  attentionEndpoint,
  releaseRouteEndpoint,
  resumeAccountEndpoint,
} from './areas/operator-accounts.ts';
import { preflightEndpoint } from './areas/preflight.ts';
import { quoteEndpoints } from './areas/quote.ts';
import { recentRoutesEndpoint } from './areas/recent-routes.ts';
import { routeStatusEndpoint } from './areas/route-status.ts';
import {
  cancelScheduleEndpoint,
  createScheduleEndpoint,
  readScheduleEndpoint,
} from './areas/schedule.ts';
import { scorecardEndpoint } from './areas/scorecard.ts';
import { solveEndpoints } from './areas/solve.ts';
import { serviceStatusEndpoint } from './areas/status.ts';
import { termsEndpoint } from './areas/terms.ts';
import type { Endpoint } from './endpoint.ts';

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
