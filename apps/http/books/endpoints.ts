import { defineEndpoint } from '../server/endpoint.ts';
import { perMinute } from '../server/limits/request-limit.ts';
import { parseChain } from '../server/parse/parse-address.ts';
import { assertKnown } from './assert-known.ts';
import {
  presentBalances,
  presentExport,
  presentReconciled,
  presentReconciliation,
  presentStatement,
} from './present.ts';
import {
  balanceAnswer,
  balanceQuery,
  exportAnswer,
  exportQuery,
  reconcileAnswer,
  reconcileBody,
  reconciliationAnswer,
  statementAnswer,
  statementQuery,
} from './schemas.ts';

const limit = perMinute('operator', 40);
/** An export of many pages is one piece of work. */
const exportLimit = perMinute('books-export', 600);
const usualPage = 500;
const dayMs = 86_400_000;

export const balanceEndpoint = defineEndpoint({
  method: 'GET',
  path: '/operator/books/balance',
  summary: 'For the operator: every account of the double-entry books that is not zero.',
  limit,
  request: { query: balanceQuery },
  example: { chain: '8453' },
  response: balanceAnswer,
  errors: ['UNROUTABLE_LANE', 'STORE_DOWN'],
  isOperators: true,
  async handle({ query, deps }) {
    const filter = chainIn(query);
    await assertKnown(deps, filter);
    return presentBalances(await deps.useCases.books.showBalances(filter));
  },
});

export const statementEndpoint = defineEndpoint({
  method: 'GET',
  path: '/operator/books/statement',
  summary:
    "For the operator: profit and loss of UTC days (default: today), each amount at its day's price.",
  limit,
  request: { query: statementQuery },
  example: { from: '2027-01-01', to: '2027-01-31', by: 'chain' },
  response: statementAnswer,
  errors: ['UNROUTABLE_LANE', 'STORE_DOWN'],
  isOperators: true,
  async handle({ query, deps }) {
    const { from, to, by = 'day' } = query;
    const filter = filterIn(query);
    await assertKnown(deps, filter);
    return presentStatement(
      await deps.useCases.books.showStatement({
        by,
        ...filter,
        ...(from === undefined ? {} : { fromDay: from }),
        ...(to === undefined ? {} : { toDay: to }),
      }),
    );
  },
});

export const exportEndpoint = defineEndpoint({
  method: 'GET',
  path: '/operator/books/export',
  summary: 'For the operator: the entries of UTC days (default: all), one line each, in pages.',
  limit: exportLimit,
  request: { query: exportQuery },
  example: { from: '2027-01-01', to: '2027-01-31', limit: '500' },
  response: exportAnswer,
  errors: ['UNROUTABLE_LANE', 'STORE_DOWN'],
  isOperators: true,
  async handle({ query, deps }) {
    const { from, to, after } = query;
    const filter = filterIn(query);
    await assertKnown(deps, filter);
    const colon = after?.indexOf(':') ?? -1;
    return presentExport(
      await deps.useCases.books.exportEntries({
        fromMs: from === undefined ? 0 : Date.parse(from),
        toMs: to === undefined ? Number.MAX_SAFE_INTEGER : Date.parse(to) + dayMs,
        ...filter,
        ...(after === undefined
          ? {}
          : { after: { atMs: Number(after.slice(0, colon)), id: after.slice(colon + 1) } }),
        limit: query.limit ?? usualPage,
      }),
    );
  },
});

export const reconciliationEndpoint = defineEndpoint({
  method: 'GET',
  path: '/operator/books/reconciliation',
  summary: 'For the operator: each holding as last compared with its chain, deficits first.',
  limit,
  request: {},
  response: reconciliationAnswer,
  errors: ['STORE_DOWN'],
  isOperators: true,
  async handle({ deps }) {
    return presentReconciliation(await deps.useCases.books.readReconciliation());
  },
});

export const reconcileEndpoint = defineEndpoint({
  method: 'POST',
  path: '/operator/books/reconcile',
  summary: 'For the operator: compares chains and books now, for one chain or all.',
  limit,
  request: { body: reconcileBody },
  example: { chain: 8453 },
  response: reconcileAnswer,
  errors: ['BODY_TOO_LARGE', 'UNROUTABLE_LANE', 'STORE_DOWN'],
  isOperators: true,
  changes: 'account',
  async handle({ body, deps }) {
    const { chain } = chainIn(body);
    const { books } = deps.useCases;
    const chains = await books.reconcile(chain === undefined ? undefined : [chain]);
    return presentReconciled(chains, await books.readReconciliation());
  },
});

function chainIn({ chain }: { readonly chain?: number | string | undefined }) {
  return chain === undefined ? {} : { chain: parseChain(chain, 'chain') };
}

function filterIn(query: {
  readonly chain?: number | string | undefined;
  readonly engine?: string | undefined;
}) {
  const { engine } = query;
  return { ...chainIn(query), ...(engine === undefined ? {} : { engine }) };
}
