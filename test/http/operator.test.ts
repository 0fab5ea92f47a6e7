import { endpoints } from '@interline/http';
import { operatorToken, sampleRoute } from '@interline/http/testing';
import { expect } from 'chai';
import { type Service, startService } from './start-service.ts';

const rows = endpoints.filter(({ isOperators }) => isOperators === true);

function queryOf(example: Readonly<Record<string, unknown>> = {}): string {
  const fields = Object.entries(example);
  return fields.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join('&');
}

describe("the operator's endpoints", () => {
  let service: Service;
  before(async () => {
    service = await startService();
  });
  after(async () => service.close());

  const codeOf = async (
    { method, path, example }: (typeof rows)[number],
    headers: Record<string, string>,
  ): Promise<unknown> => {
    const { status, body } =
      method === 'POST'
        ? await service.post(path, example, headers)
        : await service.get(`${path}?${queryOf(example)}`, headers);
    return `${status} ${String(body['errorCode'])}`;
  };

  it('are all that is below /operator, and no others', () => {
    expect(rows.map(({ path }) => path)).to.deep.equal([
      '/operator/desk',
      '/operator/status',
      '/operator/health',
      '/operator/routes',
      '/operator/series',
      '/operator/accounts',
      '/operator/account',
      '/operator/switches',
      '/operator/audit',
      '/operator/float',
      '/operator/hooks',
      '/operator/books/balance',
      '/operator/books/statement',
      '/operator/books/export',
      '/operator/books/reconciliation',
      '/operator/books/reconcile',
      '/operator/books/classify',
      '/operator/desk/close',
      '/operator/pause',
      '/operator/drain',
      '/operator/resume',
      '/operator/logs/begin',
      '/operator/passes/adopt',
      '/operator/float/target',
      '/operator/float/withdraw',
      '/operator/float/return',
      '/operator/float/rebalance',
      '/operator/routes/settle',
      '/operator/refund',
      '/operator/routes/engine-debt',
      '/operator/routes/write-off',
      '/operator/routes/release',
      '/operator/accounts/resume',
      '/operator/transactions/bump',
      '/operator/transactions/replace',
      '/operator/hooks/redeliver',
    ]);
    expect(endpoints.filter(({ path }) => path.startsWith('/operator'))).to.deep.equal(rows);
  });

  it('are shut to a caller that shows no token, or another one, and open to the operator', async () => {
    for (const row of rows) {
      const codes = [
        await codeOf(row, {}),
        await codeOf(row, { authorization: `Bearer ${operatorToken}x` }),
        await codeOf(row, { authorization: `Bearer ${operatorToken}` }),
      ];

      expect(codes.slice(0, 2), row.path).to.deep.equal(['403 OPERATOR_ONLY', '403 OPERATOR_ONLY']);
      expect(codes[2], row.path).not.to.equal('403 OPERATOR_ONLY');
    }
  });

  describe('that take orders', () => {
    const bearer = { authorization: `Bearer ${operatorToken}` };
    const last = () => service.deps.asked.orders.at(-1);

    it('name who gives them, and why', async () => {
      const { status, body } = await service.post(
        '/operator/pause',
        { scope: 'chain:8453', reason: 'its nodes disagree' },
        bearer,
      );

      expect([status, body['dryRun'], body['target']]).to.deep.equal([200, false, 'chain:8453']);
      expect(last()).to.deep.equal({
        action: 'pause',
        input: { scope: 'chain:8453' },
        by: 'operator',
        reason: 'its nodes disagree',
        isDryRun: false,
      });
    });

    it('require a reason of 1 to 500 characters, except for a dry run', async () => {
      const scope = 'service';
      const codes = [];
      for (const words of [
        {},
        { reason: '' },
        { reason: 'x'.repeat(501) },
        { reason: 'x'.repeat(500) },
        { dryRun: true },
        { dryRun: false },
      ]) {
        const { status, body } = await service.post('/operator/drain', { scope, ...words }, bearer);
        codes.push(`${status} ${String(body['errorCode'] ?? body['dryRun'])}`);
      }

      expect(codes).to.deep.equal([
        '400 MISSING_FIELD',
        '400 BAD_REQUEST',
        '400 BAD_REQUEST',
        '200 false',
        '200 true',
        '400 MISSING_FIELD',
      ]);
      expect(last()).to.deep.include({ reason: '', isDryRun: true });
    });

    it('and were there before the audit still go without a reason, kept as empty', async () => {
      const { id } = sampleRoute();

      const old = await service.post('/operator/refund', { id }, bearer);
      const dry = await service.post('/operator/refund', { id, dryRun: true }, bearer);

      expect([old.status, old.body['action'], old.body['dryRun']]).to.deep.equal([
        200,
        'refund',
        false,
      ]);
      expect([dry.status, dry.body['dryRun'], dry.body['auditId']]).to.deep.equal([
        200,
        true,
        null,
      ]);
      expect(service.deps.asked.orders.slice(-2).map(({ reason }) => reason)).to.deep.equal([
        '',
        '',
      ]);
    });
  });
});
