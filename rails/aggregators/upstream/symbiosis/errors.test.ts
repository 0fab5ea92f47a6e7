import { refuse } from '@interline/plugins';
import { expect } from 'chai';
import { refusalOf } from './errors.ts';
import { swapBody } from './testing/symbiosis-bodies.ts';

describe('what symbiosis refuses', () => {
  for (const [said, reason] of [
    [
      'Amount 0.3 USDC is too low. Min amount: 0.5',
      'symbiosis takes no amount this small on this lane',
    ],
    ['Swap amount is less than fee', 'symbiosis takes no amount this small on this lane'],
    ['Swap amount is too high', 'symbiosis takes no amount this large on this lane'],
    ['No route', 'symbiosis found no way for this transfer'],
    ['Cannot find transit token', 'symbiosis found no way for this transfer'],
    ['Token 0x00 is not supported', 'symbiosis does not serve these tokens on this lane'],
    ['see https://api.symbiosis.finance/?key=of-ours', 'symbiosis did not accept the request'],
  ] as const) {
    it(`is "${said}", in our own words, however it is wrapped`, () => {
      for (const body of [
        { message: said },
        { code: 1, message: said },
        { errors: [said] },
        { errors: [{ message: said }] },
      ]) {
        expect(refusalOf({ status: 400, body })).to.deep.equal(refuse('NO_ROUTE', reason));
      }
    });
  }

  for (const [status, reason] of [
    [400, 'symbiosis did not accept the request'],
    [401, 'symbiosis does not let this deployment in'],
    [403, 'symbiosis does not let this deployment in'],
    [404, 'symbiosis found no way for this transfer'],
    [409, 'symbiosis has no price for this transfer (status 409)'],
    [422, 'symbiosis did not accept the request'],
  ] as const) {
    it(`follows status ${status} where the body names no known error`, () => {
      for (const body of [
        null,
        [],
        { errors: [] },
        { errors: [7] },
        { message: 7 },
        { message: '' },
      ]) {
        expect(refusalOf({ status, body })).to.deep.equal(refuse('NO_ROUTE', reason));
      }
    });
  }

  it('can come with a good status', () => {
    expect(refusalOf({ status: 200, body: { message: 'No route' } })).to.deep.equal(
      refuse('NO_ROUTE', 'symbiosis found no way for this transfer'),
    );
  });

  it('is not a sound answer', () => {
    expect(refusalOf({ status: 200, body: swapBody() })).to.equal(null);
    expect(refusalOf({ status: 201, body: swapBody() })).to.equal(null);
  });
});
