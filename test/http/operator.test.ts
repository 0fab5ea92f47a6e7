import { endpoints } from '@interline/http';
import { operatorToken } from '@interline/http/testing';
import { expect } from 'chai';
import { type Service, startService } from './start-service.ts';

const rows = endpoints.filter(({ isOperators }) => isOperators === true);

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
        : await service.get(path, headers);
    return `${status} ${String(body['errorCode'])}`;
  };

  it('are all that stand below /operator, and no others', () => {
    expect(rows.map(({ path }) => path)).to.deep.equal([
      '/operator/refund',
      '/operator/hooks',
      '/operator/hooks/redeliver',
      '/operator/attention',
      '/operator/accounts',
      '/operator/accounts/resume',
      '/operator/routes/release',
      '/operator/books/balance',
      '/operator/books/statement',
      '/operator/books/export',
      '/operator/books/reconciliation',
      '/operator/books/reconcile',
      '/operator/books/classify',
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
});
