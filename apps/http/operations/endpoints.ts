import { defineEndpoint } from '../server/endpoint.ts';
import { perMinute } from '../server/limits/request-limit.ts';
import { parseChain } from '../server/parse/parse-address.ts';
import { presentReceipt } from '../transfer/status/present.ts';
import { routeReceipt } from '../transfer/status/schemas.ts';
import { presentAccount, presentAttention } from './present.ts';
import {
  accountAnswer,
  accountsAnswer,
  attentionAnswer,
  releaseRefundBody,
  releaseRouteBody,
  resumeBody,
} from './schemas.ts';

const shownAtMost = 500;
const limit = perMinute('operator', 40);

export const releaseRefundEndpoint = defineEndpoint({
  method: 'POST',
  path: '/operator/refund',
  summary: 'For the operator: tries a held refund again now.',
  limit,
  request: { body: releaseRefundBody },
  example: { id: 'rt_00000000000000000000000000000000' },
  response: routeReceipt,
  errors: ['MISSING_FIELD', 'BODY_TOO_LARGE', 'UNKNOWN_ROUTE', 'STORE_DOWN'],
  isOperators: true,
  changes: 'refund',
  async handle({ body, deps }) {
    return presentReceipt(await deps.useCases.transfer.releaseRefund(body.id), deps.basePath);
  },
});

export const attentionEndpoint = defineEndpoint({
  method: 'GET',
  path: '/operator/attention',
  summary: `For the operator: everything that waits for a person, with what to do; at most ${shownAtMost} routes.`,
  limit,
  request: {},
  response: attentionAnswer,
  errors: ['STORE_DOWN'],
  isOperators: true,
  async handle({ deps }) {
    return presentAttention(await deps.useCases.operations.listAttention(shownAtMost));
  },
});

export const accountsEndpoint = defineEndpoint({
  method: 'GET',
  path: '/operator/accounts',
  summary: "For the operator: the relayer's accounts, each as the store and its chain have it now.",
  limit,
  request: {},
  response: accountsAnswer,
  errors: ['STORE_DOWN'],
  isOperators: true,
  async handle({ deps, signal }) {
    const accounts = (await deps.useCases.operations.listAccounts(signal)).map(presentAccount);
    return { accounts, count: accounts.length };
  },
});

export const resumeAccountEndpoint = defineEndpoint({
  method: 'POST',
  path: '/operator/accounts/resume',
  summary:
    "For the operator: brings a stopped account forward to the chain's nonce and lets it run. Quarantined routes stay so.",
  limit,
  request: { body: resumeBody },
  example: { chain: 8453, role: 'float' },
  response: accountAnswer,
  errors: ['MISSING_FIELD', 'BODY_TOO_LARGE', 'UNROUTABLE_LANE', 'CHAIN_UNREACHABLE', 'STORE_DOWN'],
  isOperators: true,
  changes: 'account',
  async handle({ body, deps, signal }) {
    const chain = parseChain(body.chain, 'chain');
    return presentAccount(await deps.useCases.operations.resumeAccount(chain, body.role, signal));
  },
});

export const releaseRouteEndpoint = defineEndpoint({
  method: 'POST',
  path: '/operator/routes/release',
  summary:
    'For the operator: lets a quarantined route go on, or ends it where the chain shows that it was paid or refunded.',
  limit,
  request: { body: releaseRouteBody },
  example: { id: 'rt_00000000000000000000000000000000' },
  response: routeReceipt,
  errors: [
    'MISSING_FIELD',
    'BODY_TOO_LARGE',
    'UNKNOWN_ROUTE',
    'ACCOUNT_STOPPED',
    'CHAIN_UNREACHABLE',
    'STORE_DOWN',
  ],
  isOperators: true,
  changes: 'refund',
  async handle({ body, deps, signal }) {
    return presentReceipt(
      await deps.useCases.transfer.releaseRoute(body.id, signal),
      deps.basePath,
    );
  },
});
