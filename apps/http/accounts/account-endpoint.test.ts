import { expect } from 'chai';
import { fakeHttpDeps } from '../testing/fake-http-deps.ts';
import { sampleSessionToken } from '../testing/fake-accounts.ts';
import { endpoints } from '../server/endpoints.ts';
import { tokenIn } from './account-endpoint.ts';

describe('a session', () => {
  it('never moves money by itself: no row that takes one changes more than the session, its webhooks, its agents, its mandates, and its links to vaults, which sign those', () => {
    const rows = endpoints.filter(({ session }) => session !== undefined);

    expect(rows).to.have.length.above(5);
    expect([...new Set(rows.flatMap(({ changes }) => changes ?? []))].sort()).to.deep.equal(
      changed,
    );
    for (const { path, limit, isOperators, paysWithin } of rows) {
      expect(path).to.match(/^\/api\/((account|agents|mandates)(\/|$)|membership\/(usage|link)$)/);
      expect([limit?.isFixed, isOperators, paysWithin]).to.deep.equal([true, undefined, undefined]);
    }
  });

  it('is asked for by every row of an account but the two that begin one', () => {
    const open = endpoints.filter(
      ({ path, session }) => path.startsWith('/api/account') && session === undefined,
    );

    expect(open.map(({ method, path }) => `${method} ${path}`)).to.deep.equal([
      'POST /api/account/nonce',
      'POST /api/account/session',
    ]);
  });

  it("is not an operator's credential", () => {
    const { operators } = fakeHttpDeps();

    expect(
      operators.map(({ token }) => tokenIn({ authorization: `Bearer ${token}` })),
    ).to.deep.equal(operators.map(() => null));
    expect(tokenIn({ authorization: `bearer ${sampleSessionToken}` })).to.equal(sampleSessionToken);
    expect(tokenIn({ authorization: `Bearer ${sampleSessionToken}0` })).to.equal(null);
    expect(tokenIn({})).to.equal(null);
  });
});

const changed = ['agent', 'hook', 'link', 'mandate', 'session'];
