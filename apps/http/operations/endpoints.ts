import { defineEndpoint } from '../server/endpoint.ts';
import { operatorLimit as limit } from './order-endpoint.ts';
import { presentAccount, presentAttention, presentAudit, presentSwitch } from './present.ts';
import {
  accountsAnswer,
  attentionAnswer,
  auditAnswer,
  auditQuery,
  switchesAnswer,
} from './schemas.ts';

const shownAtMost = 500;

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

export const switchesEndpoint = defineEndpoint({
  method: 'GET',
  path: '/operator/switches',
  summary: 'For the operator: every scope that is paused or draining, by whom and why.',
  limit,
  request: {},
  response: switchesAnswer,
  errors: ['STORE_DOWN'],
  isOperators: true,
  async handle({ deps }) {
    const switches = (await deps.useCases.switches.listSwitches()).map(presentSwitch);
    return { switches, count: switches.length };
  },
});

export const auditEndpoint = defineEndpoint({
  method: 'GET',
  path: '/operator/audit',
  summary: 'For the operator: every order that was given, the newest first.',
  limit,
  request: { query: auditQuery },
  example: { limit: '50', before: 'au_00000000000000000000000000000000' },
  response: auditAnswer,
  errors: ['STORE_DOWN'],
  isOperators: true,
  async handle({ query, deps }) {
    const entries = await deps.useCases.operations.listAudit(query.limit ?? 50, query.before);
    return { entries: entries.map(presentAudit), count: entries.length };
  },
});
