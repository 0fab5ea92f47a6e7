import { perMinute } from '../../server/limits/request-limit.ts';
import { intentPlanAnswer, intentRequestBody, intentRequestQuery } from './schemas.ts';
import { questionEndpoints } from '../question-endpoints.ts';
import { parseIntentRequest } from './parse.ts';
import { presentIntentPlan } from './present.ts';

const sources = [
  { chain: 8453, token: 'USDC', amount: '25000000' },
  { chain: 10, token: 'USDC', amount: '25000000' },
];
const example = {
  toChain: '42161',
  toToken: 'USDC',
  goal: 'max-output',
  toAddress: '0x1111111111111111111111111111111111111111',
};

export const solveEndpoints = questionEndpoints({
  path: '/api/intent/solve',
  tool: { name: 'solve', title: 'Choose a source' },
  isTraced: true,
  summary:
    'Which of up to ten sources serves the goal best, with the execute body for it; moves nothing.',
  limit: perMinute('solve', 20),
  body: intentRequestBody,
  query: intentRequestQuery,
  examples: {
    body: { ...example, from: sources },
    query: { ...example, from: JSON.stringify(sources) },
  },
  response: intentPlanAnswer,
  errors: ['MISSING_FIELD', 'BAD_AMOUNT', 'UNROUTABLE_LANE', 'BURN_ADDRESS_REFUSED'],
  needs: 'rail',
  async answer(wire, { deps, askedBy, signal }) {
    const request = parseIntentRequest(wire, { ...deps, askedBy });
    const plan = await deps.useCases.transfer.solveIntent(request, signal);
    return presentIntentPlan(plan, request, {
      sent: wire.from,
      isOptIn: (rail) => deps.isOptIn(rail),
    });
  },
});
