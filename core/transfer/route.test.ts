import { expect } from 'chai';
import { isTerminal, mayMove, type RouteStatus, routeStatuses } from './route.ts';

describe('a route', () => {
  const moves: readonly (readonly [RouteStatus, RouteStatus, boolean])[] = [
    ['BRIDGING', 'BRIDGING', true],
    ['BRIDGING', 'FUNDS_REQUIRED', false],
    ['BRIDGING', 'AWAITING_DEPOSIT', false],
    ['BRIDGING', 'DONE', true],
    ['BRIDGING', 'FAILED', true],
    ['FUNDS_REQUIRED', 'BRIDGING', true],
    ['FUNDS_REQUIRED', 'FUNDS_REQUIRED', true],
    ['FUNDS_REQUIRED', 'AWAITING_DEPOSIT', true],
    ['FUNDS_REQUIRED', 'DONE', false],
    ['FUNDS_REQUIRED', 'FAILED', true],
    ['AWAITING_DEPOSIT', 'BRIDGING', true],
    ['AWAITING_DEPOSIT', 'FUNDS_REQUIRED', false],
    ['AWAITING_DEPOSIT', 'AWAITING_DEPOSIT', true],
    ['AWAITING_DEPOSIT', 'DONE', false],
    ['AWAITING_DEPOSIT', 'FAILED', true],
    ['DONE', 'BRIDGING', true],
    ['DONE', 'FUNDS_REQUIRED', false],
    ['DONE', 'AWAITING_DEPOSIT', false],
    ['DONE', 'DONE', true],
    ['DONE', 'FAILED', false],
    ['FAILED', 'BRIDGING', true],
    ['FAILED', 'FUNDS_REQUIRED', false],
    ['FAILED', 'AWAITING_DEPOSIT', false],
    ['FAILED', 'DONE', false],
    ['FAILED', 'FAILED', true],
  ];

  it("has the spec's stored statuses", () => {
    expect(routeStatuses).to.deep.equal([
      'BRIDGING',
      'FUNDS_REQUIRED',
      'AWAITING_DEPOSIT',
      'DONE',
      'FAILED',
    ]);
  });

  it('makes these moves and no others', () => {
    const made = routeStatuses.flatMap((from) =>
      routeStatuses.map((to) => [from, to, mayMove(from, to)]),
    );

    expect(made).to.deep.equal(moves);
  });

  it('has ended when it is done or failed', () => {
    expect(routeStatuses.filter(isTerminal)).to.deep.equal(['DONE', 'FAILED']);
  });
});
