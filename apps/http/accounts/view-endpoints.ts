import { accountId, writeEvent } from '@interline/core/accounts';
import type { OwnFilter } from '@interline/core/transfer';
import * as z from 'zod';
import { perMinute } from '../server/limits/request-limit.ts';
import { presentReceipt } from '../transfer/status/present.ts';
import { writeOwnPlace } from '../transfer/status/own-place.ts';
import { defineAccountEndpoint, sessionIn } from './account-endpoint.ts';
import { exportRoutes } from './export-routes.ts';
import { holderOf } from '../membership/holder-of.ts';
import { presentCall } from '../sponsor/present.ts';
import { presentRefund, presentSheet, presentUses } from './present.ts';
import {
  accountEvents,
  accountRefunds,
  accountRoutes,
  accountSponsored,
  ownAccount,
  type chosenRoutes,
  eventsQuery,
  exportQuery,
  pageQuery,
  routesQuery,
} from './schemas.ts';

const scope = 'account.read';
const usualPage = 25;

export const accountEndpoint = defineAccountEndpoint({
  method: 'GET',
  path: '/api/account',
  summary:
    "The wallet's own account: how many routes it paid for, what it is owed, and what it has left.",
  limit: perMinute('account', 60),
  scope,
  request: {},
  response: ownAccount,
  errors: ['STORE_DOWN'],
  async handle({ deps, session, signal }) {
    const { accounts, agents, mandates, membership } = deps.useCases;
    const { account } = session;
    const [sheet, hooks, uses, ownAgents, ownMandates] = await Promise.all([
      accounts.readAccount(account),
      accounts.hooks.list(account),
      membership.readUse(holderOf(session), signal),
      agents.own.list(account),
      mandates.own.list(session, null, mandates.own.most),
    ]);
    return {
      ...presentSheet(session, sheet),
      limits: { hooks: { most: accounts.hooks.most, used: hooks.length } },
      membership: presentUses(uses),
      agents: ownAgents.filter(({ state }) => state === 'active').length,
      mandates: ownMandates.filter(
        ({ state, expiresAtMs }) => state === 'active' && expiresAtMs > deps.clock.now(),
      ).length,
    };
  },
});

export const accountRoutesEndpoint = defineAccountEndpoint({
  method: 'GET',
  path: '/api/account/routes',
  summary: 'The receipts of the routes that the wallet paid for, newest first.',
  limit: perMinute('account-routes', 60),
  scope,
  request: { query: routesQuery },
  example: { status: 'DONE', limit: '25' },
  response: accountRoutes,
  errors: ['STORE_DOWN'],
  async handle({ query, deps, session }) {
    const { next: after = null, limit = usualPage, ...only } = query;
    const page = await deps.useCases.accounts.readOwnReceipts(session.account, {
      after,
      limit,
      only: onlyOf(only),
    });
    return presentPage(page, (receipt) =>
      presentReceipt(receipt, deps.basePath, { isOperator: false }),
    );
  },
});

export const accountRefundsEndpoint = defineAccountEndpoint({
  method: 'GET',
  path: '/api/account/refunds',
  summary: 'Refunds to the wallet, sent or held, newest first.',
  limit: perMinute('account-refunds', 60),
  scope,
  request: { query: pageQuery },
  example: { limit: '25' },
  response: accountRefunds,
  errors: ['STORE_DOWN'],
  async handle({ query: { next: after = null, limit = usualPage }, deps, session }) {
    const page = await deps.useCases.accounts.readOwnRefunds(session.account, { after, limit });
    return presentPage(page, presentRefund);
  },
});

export const accountSponsoredEndpoint = defineAccountEndpoint({
  method: 'GET',
  path: '/api/account/sponsored',
  summary: 'The sponsored calls and revocations that the wallet signed, newest first.',
  limit: perMinute('account-sponsored', 60),
  scope,
  request: { query: pageQuery },
  example: { limit: '25' },
  response: accountSponsored,
  errors: ['STORE_DOWN'],
  async handle({ query: { next: after = null, limit = usualPage }, deps, session }) {
    const { address: account, onlyOn } = session.account;
    const page = await deps.useCases.sponsor.readOwnCalls({ account, onlyOn, after, limit });
    return presentPage(page, presentCall);
  },
});

type Place = Parameters<typeof writeOwnPlace>[0];

function presentPage<T, Shown>(
  { items, next }: { readonly items: readonly T[]; readonly next: Place | null },
  present: (item: T) => Shown,
) {
  return {
    items: items.map((one) => present(one)),
    next: next === null ? null : writeOwnPlace(next),
  };
}

export const accountExportEndpoint = defineAccountEndpoint({
  method: 'GET',
  path: '/api/account/export',
  summary: 'All routes in one file, newest first: receipts as NDJSON, or one line each as CSV.',
  limit: perMinute('account-export', 2),
  scope,
  request: { query: exportQuery },
  example: { format: 'csv' },
  response: z.string(),
  binary: {
    answers: 'text/csv',
    others: ['application/x-ndjson'],
    hasJson: false,
    typeFor: ({ format }) => (format === 'ndjson' ? 'application/x-ndjson' : 'text/csv'),
  },
  errors: ['MISSING_FIELD', 'STORE_DOWN'],
  async handle({ query: { format, ...only }, deps, session }) {
    const { readOwnReceipts } = deps.useCases.accounts;
    return exportRoutes({
      format,
      basePath: deps.basePath,
      readPage: (after, limit) =>
        readOwnReceipts(session.account, { after, limit, only: onlyOf(only) }),
    });
  },
});

const mostEvents = 100;

export const accountEventsEndpoint = defineAccountEndpoint({
  method: 'GET',
  path: '/api/account/events',
  summary:
    'What happened to the routes of the wallet, in order and without a gap; also as a stream.',
  limit: perMinute('account-events', 6),
  scope,
  request: { query: eventsQuery },
  example: { after: '0' },
  response: accountEvents,
  errors: ['STORE_DOWN'],
  feed: {
    subjectOf: async (input) => accountId((await sessionIn(input, scope)).account),
    after: (query, lastId) => ({ ...query, after: lastId }),
    itemsOf: ({ items }) => items.map((item) => ({ id: String(item.seq), item })),
  },
  async handle({ query: { after = 0 }, deps, session }) {
    const events = await deps.useCases.accounts.readEvents(session.account, after, mostEvents);
    return { items: events.map(writeEvent), next: events.at(-1)?.seq ?? after };
  },
});

function onlyOf({ status, since, until }: z.output<typeof chosenRoutes>): OwnFilter {
  return {
    ...(status === undefined ? {} : { status }),
    ...(since === undefined ? {} : { sinceMs: since }),
    ...(until === undefined ? {} : { untilMs: until }),
  };
}
