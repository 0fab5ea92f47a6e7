import { defineEndpoint } from '../server/endpoint.ts';
import { parseChain } from '../server/parse/parse-address.ts';
import { operatorLimit as limit } from './order-endpoint.ts';
import {
  presentAccount,
  presentAudit,
  presentDesk,
  presentSheet,
  presentSwitch,
} from './present.ts';
import {
  accountQuery,
  accountsAnswer,
  accountSheets,
  auditAnswer,
  auditQuery,
  deskAnswer,
  operatorStatus,
  switchesAnswer,
} from './schemas.ts';

const shownAtMost = 500;

export const deskEndpoint = defineEndpoint({
  method: 'GET',
  path: '/operator/desk',
  summary: `For the operator: everything that needs a person, oldest first, each with its command; at most ${shownAtMost}.`,
  limit,
  request: {},
  response: deskAnswer,
  errors: ['STORE_DOWN'],
  isOperators: true,
  async handle({ deps }) {
    return presentDesk(await deps.useCases.operations.readDesk(shownAtMost));
  },
});

export const statusEndpoint = defineEndpoint({
  method: 'GET',
  path: '/operator/status',
  summary: 'For the operator: the status of the service, and why it is not operational.',
  limit,
  request: {},
  response: operatorStatus,
  errors: [],
  isOperators: true,
  async handle({ deps }) {
    const { status, reasons, rails } = await deps.useCases.discovery.serviceStatus();
    return {
      status,
      reasons: [...reasons],
      rails: rails.map(({ name, isUp, reason }) => ({ name, up: isUp, reason })),
    };
  },
});

export const accountsEndpoint = defineEndpoint({
  method: 'GET',
  path: '/operator/accounts',
  summary: "For the operator: the relayer's accounts, each as the store and its chain show it now.",
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

export const accountEndpoint = defineEndpoint({
  method: 'GET',
  path: '/operator/account',
  summary:
    'For the operator: an account, with each open transaction, its signed forms, and what the chain shows of it.',
  limit,
  request: { query: accountQuery },
  example: { chain: '42161', role: 'float' },
  response: accountSheets,
  errors: ['MISSING_FIELD', 'UNROUTABLE_LANE', 'STORE_DOWN'],
  isOperators: true,
  async handle({ query, deps, signal }) {
    const chain = parseChain(query.chain, 'chain');
    const sheets = await deps.useCases.operations.showAccount(chain, query.role, signal);
    return { accounts: sheets.map(presentSheet) };
  },
});

export const switchesEndpoint = defineEndpoint({
  method: 'GET',
  path: '/operator/switches',
  summary: 'For the operator: every paused or draining scope, with who ordered it and why.',
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
  summary: 'For the operator: every order given, newest first.',
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
