import type { WriteExecute } from '@interline/core/planning';
import type { JsonObject } from '@interline/kernel';
import { defineEndpoint } from '../server/endpoint.ts';
import type { HttpDeps } from '../server/http-deps.ts';
import { perMinute, readLimit } from '../server/limits/request-limit.ts';
import { parseEvmAddress, parseServedChain } from '../server/parse/parse-address.ts';
import { presentExecuteBody } from '../transfer/execute/present.ts';
import { refuseUnknownRails } from '../transfer/route-request.ts';
import { parsePlanRequest } from './parse.ts';
import { presentBalances, presentCalls, presentCorridor, presentPlan } from './present.ts';
import { asRejectedPlan } from './rejected-plan.ts';
import {
  balancesAnswer,
  balancesBody,
  callsAnswer,
  callsBody,
  corridorAnswer,
  corridorQuery,
  planAnswer,
  planBody,
  planParams,
} from './schemas.ts';

const account = '0x1111111111111111111111111111111111111111';
const samplePlan = 'plan_00000000000000000000000000000000';

export const planEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/plan',
  summary:
    'Which of up to ten sources, or which parts of several, bring an amount within constraints; reserves nothing.',
  limit: perMinute('plan', 20),
  request: { body: planBody },
  example: {
    to: { chain: 42161, token: 'USDC', amount: '20000000', address: account },
    from: [
      { chain: 8453, token: 'USDC', amount: '25000000' },
      { chain: 10, token: 'USDC', amount: '25000000' },
    ],
    goal: 'cheapest',
    constraints: { maxFeeBps: 100, allowSplit: true },
  },
  response: planAnswer,
  errors: [
    'MISSING_FIELD',
    'BAD_AMOUNT',
    'BODY_TOO_LARGE',
    'UNROUTABLE_LANE',
    'BURN_ADDRESS_REFUSED',
    'PLAN_UNSATISFIABLE',
    'STORE_DOWN',
  ],
  needs: 'rail',
  changes: 'record',
  isTraced: true,
  async handle({ body, deps, askedBy, signal }) {
    refuseUnknownRails(body.constraints?.excludeRails, deps.railNames, 'constraints.excludeRails');
    const request = parsePlanRequest(body, { ...deps, askedBy });
    return presentPlan(
      await deps.useCases.planning
        .planTransfer(request, writeExecute(deps), signal)
        .catch((error: unknown) => {
          throw asRejectedPlan(error);
        }),
    );
  },
});

/** A leg as execute takes it, without the account that pays: the signer adds it. */
function writeExecute(deps: Pick<HttpDeps, 'isOptIn'>): WriteExecute {
  return ({ request, rail, minOut, excludeRails }) => {
    const body = presentExecuteBody(request, minOut, {
      excludeRails: excludeRails.length === 0 ? undefined : excludeRails,
      isOptIn: deps.isOptIn(rail),
    });
    // CAST: a body of the wire is JSON.
    return JSON.parse(JSON.stringify(body)) as JsonObject;
  };
}

export const readPlanEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/plan/{id}',
  summary: 'A plan by its id, for a day, even after its prices expired.',
  limit: readLimit('plan-read'),
  request: { params: planParams },
  example: { id: samplePlan },
  response: planAnswer,
  errors: ['UNKNOWN_PLAN', 'STORE_DOWN'],
  async handle({ params, deps }) {
    return presentPlan(await deps.useCases.planning.readPlan(params.id));
  },
});

export const corridorsEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/plan/corridors',
  summary: 'What transfers of one token between two chains cost and how long they took here.',
  limit: readLimit('plan-corridors', 30),
  request: { query: corridorQuery },
  example: { from: '8453', to: '42161', token: 'USDC', hours: '168' },
  response: corridorAnswer,
  errors: ['MISSING_FIELD', 'UNROUTABLE_LANE', 'STORE_DOWN'],
  async handle({ query, deps }) {
    const lane = {
      from: parseServedChain(query.from, 'from', deps.tokens),
      to: parseServedChain(query.to, 'to', deps.tokens),
    };
    const { symbol: token } = deps.tokens.resolve(lane.from, query.token, 'token');
    const { hours = 168 } = query;
    return presentCorridor(await deps.useCases.planning.readCorridor({ lane, token, hours }));
  },
});

export const balancesEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/plan/balances',
  summary:
    "An EVM account's balances on several chains, and how a signature moves each; kept nowhere.",
  limit: perMinute('plan-balances', 10),
  request: { body: balancesBody },
  example: { account, chains: [8453, 42161] },
  response: balancesAnswer,
  errors: ['MISSING_FIELD', 'BODY_TOO_LARGE', 'UNROUTABLE_LANE'],
  async handle({ body, deps, signal }) {
    const chains = body.chains.map((chain, at) =>
      parseServedChain(chain, `chains.${at}`, deps.tokens),
    );
    const owner = parseEvmAddress(deps.addresses, body.account, 'account');
    return presentBalances(
      await deps.useCases.planning.readBalances(owner, [...new Set(chains)], signal),
    );
  },
});

export const planCallsEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/plan/calls',
  summary:
    'The wallet_sendCalls request (EIP-5792) that must come before the legs from one chain can be pulled.',
  limit: perMinute('plan-calls', 20),
  request: { body: callsBody },
  example: { planId: samplePlan },
  response: callsAnswer,
  errors: [
    'MISSING_FIELD',
    'BODY_TOO_LARGE',
    'UNROUTABLE_LANE',
    'UNKNOWN_PLAN',
    'PLAN_EXPIRED',
    'CHAIN_UNREACHABLE',
    'STORE_DOWN',
  ],
  async handle({ body, deps, signal }) {
    const chain =
      body.chain === undefined ? null : parseServedChain(body.chain, 'chain', deps.tokens);
    return presentCalls(await deps.useCases.planning.callsOfPlan(body.planId, chain, signal));
  },
});
