import { agentEndpoint } from './areas/agent.ts';
import { getCompareEndpoint, postCompareEndpoint } from './areas/compare.ts';
import { chainsEndpoint, gaslessInfoEndpoint } from './areas/discovery.ts';
import { errorsEndpoint } from './areas/errors.ts';
import { executeEndpoint, floatlaneExecuteEndpoint } from './areas/execute.ts';
import { aliveEndpoint, readyEndpoint } from './areas/health.ts';
import { releaseRefundEndpoint } from './areas/operator.ts';
import { preflightEndpoint } from './areas/preflight.ts';
import { getQuoteEndpoint, postQuoteEndpoint } from './areas/quote.ts';
import { routeStatusEndpoint } from './areas/route-status.ts';
import { scorecardEndpoint } from './areas/scorecard.ts';
import { getSolveEndpoint, postSolveEndpoint } from './areas/solve.ts';
import { serviceStatusEndpoint } from './areas/status.ts';
import type { Endpoint } from './endpoint.ts';

/** The one table. Routes, validation, refusals, the status and the README's list are derived from it. */
export const endpoints: readonly Endpoint[] = [
  serviceStatusEndpoint,
  chainsEndpoint,
  gaslessInfoEndpoint,
  postQuoteEndpoint,
  getQuoteEndpoint,
  postCompareEndpoint,
  getCompareEndpoint,
  postSolveEndpoint,
  getSolveEndpoint,
  scorecardEndpoint,
  agentEndpoint,
  preflightEndpoint,
  executeEndpoint,
  floatlaneExecuteEndpoint,
  routeStatusEndpoint,
  releaseRefundEndpoint,
  errorsEndpoint,
  aliveEndpoint,
  readyEndpoint,
];
