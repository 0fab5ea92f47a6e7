import { readFileSync } from 'node:fs';
import { errorCodes } from '@interline/kernel';
import { commonErrors } from './codes-of.ts';
import { endpoints } from './endpoints.ts';
import { presentErrorList } from './own-endpoints.ts';
import { withFreshTables } from './readme/render-tables.ts';
import { expect } from 'chai';

describe('the endpoint table', () => {
  it('has these rows, each method and path once', () => {
    expect(endpoints.map(({ method, path }) => `${method} ${path}`)).to.deep.equal([
      'GET /api/status',
      'GET /api/route/chains',
      'GET /api/gasless/info',
      'GET /api/console',
      'GET /api/balance',
      'POST /api/route/quote',
      'GET /api/route/quote',
      'POST /api/route/compare',
      'GET /api/route/compare',
      'POST /api/intent/solve',
      'GET /api/intent/solve',
      'GET /api/membership/collections',
      'GET /api/membership',
      'GET /api/membership/usage',
      'POST /api/membership/link',
      'DELETE /api/membership/link',
      'POST /api/plan',
      'GET /api/plan/corridors',
      'POST /api/plan/balances',
      'POST /api/plan/calls',
      'GET /api/plan/{id}',
      'GET /api/rails/scorecard',
      'POST /api/agent/do',
      'POST /api/route/preflight',
      'POST /api/route/execute',
      'POST /api/floatlane/execute',
      'GET /api/route/status',
      'GET /api/route/timeline',
      'GET /api/route/by-transaction',
      'GET /api/route/by-wallet',
      'POST /api/route/by-wallet',
      'POST /api/route/refund-address',
      'POST /api/keys/create',
      'GET /api/keys/usage',
      'DELETE /api/keys',
      'GET /api/plus/info',
      'GET /api/plus/mint-head',
      'POST /api/plus/invoice',
      'GET /api/plus/invoice/{id}',
      'POST /api/plus/pay',
      'POST /api/plus/claim',
      'POST /api/plus/trial',
      'POST /api/plus/redeem',
      'GET /api/ohttp/keys',
      'POST /api/ohttp/gateway',
      'GET /.well-known/ohttp-gateway',
      'POST /.well-known/ohttp-gateway',
      'GET /api/privacy/posture',
      'POST /api/messages/v2/send',
      'POST /api/messages/v2/mailbox',
      'POST /api/messages/v2/plus/cover',
      'POST /api/messages/v2/plus/anchor',
      'GET /api/messages/v2/plus/anchor',
      'POST /api/receipt/deliver',
      'GET /api/verify/receipt',
      'POST /api/verify',
      'GET /api/transparency/checkpoint',
      'GET /api/transparency/tile/{level}/{first}',
      'GET /api/transparency/tile/{level}/{first}/{second}',
      'GET /api/transparency/tile/{level}/{first}/{second}/{third}',
      'GET /api/transparency/vkey',
      'GET /api/transparency/consistency',
      'GET /api/transparency/inclusion',
      'GET /api/transparency/reserves',
      'GET /api/transparency/reserves/{epoch}',
      'GET /api/transparency/liability',
      'GET /api/transparency/report',
      'POST /api/route/batch',
      'POST /api/route/schedule',
      'GET /api/route/schedule/{id}',
      'DELETE /api/route/schedule/{id}',
      'POST /api/route/conditional',
      'GET /api/route/conditional/{id}',
      'DELETE /api/route/conditional/{id}',
      'POST /api/hooks/register',
      'GET /api/hooks/{id}',
      'POST /api/account/nonce',
      'POST /api/account/session',
      'DELETE /api/account/session',
      'GET /api/account',
      'GET /api/account/routes',
      'GET /api/account/refunds',
      'GET /api/account/sponsored',
      'GET /api/account/export',
      'GET /api/account/events',
      'POST /api/account/hooks',
      'GET /api/account/hooks',
      'GET /api/account/hooks/{id}',
      'DELETE /api/account/hooks/{id}',
      'POST /api/account/hooks/{id}/test',
      'POST /api/account/hooks/{id}/rotate',
      'GET /api/account/hooks/{id}/deliveries',
      'POST /api/account/hooks/{id}/deliveries/{did}/redeliver',
      'POST /api/agents',
      'GET /api/agents',
      'GET /api/agents/{id}',
      'PATCH /api/agents/{id}',
      'DELETE /api/agents/{id}',
      'POST /api/agents/{id}/rotate',
      'POST /api/agents/{id}/freeze',
      'GET /api/agents/{id}/activity',
      'GET /api/agents/{id}/approvals',
      'POST /api/agents/{id}/approvals/{aid}',
      'POST /api/mandates',
      'GET /api/mandates',
      'POST /api/mandates/challenge',
      'POST /api/mandates/evaluate',
      'GET /api/mandates/{id}',
      'GET /api/mandates/{id}/receipts',
      'DELETE /api/mandates/{id}',
      'GET /api/sponsor/info',
      'POST /api/sponsor/prepare',
      'POST /api/sponsor/execute',
      'GET /api/sponsor/{id}',
      'POST /api/sponsor/revoke',
      'GET /api/payments/supported',
      'POST /api/payments/verify',
      'POST /api/payments/settle',
      'POST /api/payments/fund',
      'GET /api/payments/{id}',
      'POST /api/mcp',
      'POST /api/a2a',
      'POST /api/a2a/message:send',
      'POST /api/a2a/message:stream',
      'GET /api/a2a/tasks',
      'GET /api/a2a/tasks/{id}',
      'POST /api/a2a/tasks/{id}:cancel',
      'POST /api/a2a/tasks/{id}:subscribe',
      'GET /operator/desk',
      'GET /operator/status',
      'GET /operator/health',
      'GET /operator/routes',
      'GET /operator/series',
      'GET /operator/accounts',
      'GET /operator/account',
      'GET /operator/switches',
      'GET /operator/audit',
      'GET /operator/float',
      'GET /operator/hooks',
      'GET /operator/books/balance',
      'GET /operator/books/statement',
      'GET /operator/books/export',
      'GET /operator/books/reconciliation',
      'POST /operator/books/reconcile',
      'POST /operator/books/classify',
      'POST /operator/desk/close',
      'POST /operator/pause',
      'POST /operator/drain',
      'POST /operator/resume',
      'POST /operator/logs/begin',
      'POST /operator/passes/adopt',
      'POST /operator/float/target',
      'POST /operator/float/withdraw',
      'POST /operator/float/return',
      'POST /operator/float/rebalance',
      'POST /operator/routes/settle',
      'POST /operator/refund',
      'POST /operator/routes/engine-debt',
      'POST /operator/routes/write-off',
      'POST /operator/routes/release',
      'POST /operator/accounts/resume',
      'POST /operator/transactions/bump',
      'POST /operator/transactions/replace',
      'POST /operator/hooks/redeliver',
      'GET /api/routes/recent',
      'POST /api/ask',
      'GET /api/terms',
      'GET /api/errors',
      'GET /openapi.json',
      'GET /.well-known/jwks.json',
      'GET /.well-known/agent-card.json',
      'GET /.well-known/agent-registration.json',
      'GET /healthz',
      'GET /readyz',
    ]);
  });

  it('names only codes of the catalogue, each once, and none that every endpoint shares', () => {
    for (const { path, errors } of endpoints) {
      expect(
        errors.filter((code) => !errorCodes.includes(code) || commonErrors.includes(code)),
        path,
      ).to.deep.equal([]);
      expect(new Set(errors).size, path).to.equal(errors.length);
    }
  });

  it('shows examples that its own shapes accept', () => {
    for (const { method, path, request, example } of endpoints) {
      const shape = request.body ?? request.query ?? request.params;
      expect(example === undefined, `${method} ${path}`).to.equal(shape === undefined);
      expect(shape?.safeParse(example).success ?? true, `${method} ${path}`).to.equal(true);
    }
  });

  it('says in a sentence what each answers', () => {
    for (const { path, summary } of endpoints) expect(summary, path).to.match(/^[A-Z].*\.$/);
  });
});

describe('the error table', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

  it("of the README is the catalogue's, as is its table of endpoints", () => {
    expect(readme).to.equal(withFreshTables(readme));
  });

  it('has the same codes in catalogue, endpoint and README', () => {
    const [, rendered = ''] =
      /<!-- errors:begin -->([\s\S]*)<!-- errors:end -->/.exec(readme) ?? [];
    const inReadme = [...rendered.matchAll(/^\| `([A-Z0-9_]+)`/gm)].map(([, code]) => code);
    const served = presentErrorList('');

    expect(served.count).to.equal(errorCodes.length);
    expect(served.errors.map((entry) => entry.code)).to.deep.equal(errorCodes);
    expect(inReadme).to.deep.equal(errorCodes);
  });

  it('sends readers to endpoints that there are', () => {
    const served = endpoints.map(({ method, path }) => `${method} ${path}`);

    const named = JSON.stringify(presentErrorList('')).match(
      /\b(?:GET|POST|PATCH|DELETE) \/[\w/{}.-]*[\w}]/g,
    );

    expect(named?.length).to.be.greaterThan(20);
    expect(named?.filter((one) => !served.includes(one))).to.deep.equal([]);
  });
});
