import { refuse } from '@interline/plugins';
import { expect } from 'chai';
import { refusalOf } from './errors.ts';
import { createTxBody } from './testing/debridge-bodies.ts';

const secret = 'see https://dln.debridge.finance/?accesstoken=key-of-ours';

describe('what debridge refuses', () => {
  for (const [errorId, reason] of [
    ['ERROR_LOW_GIVE_AMOUNT', 'debridge takes no amount this small on this lane'],
    [
      'INCLUDED_GAS_FEE_NOT_COVERED_BY_INPUT_AMOUNT',
      'debridge takes no amount this small on this lane',
    ],
    ['UNSUPPORTED_TOKEN_IN', 'debridge does not serve these tokens on this lane'],
    ['UNSUPPORTED_TOKEN_OUT', 'debridge does not serve these tokens on this lane'],
    ['IMPOSSIBLE_ROUTE', 'debridge does not serve these tokens on this lane'],
    [
      'SOURCE_AND_DESTINATION_CHAINS_ARE_EQUAL',
      'debridge does not serve these tokens on this lane',
    ],
    ['INVALID_QUERY_PARAMETERS', 'debridge did not accept the request'],
    [
      'INCLUDED_GAS_FEE_CANNOT_BE_ESTIMATED_FOR_TRANSACTION_BUNDLE',
      'debridge cannot price this transfer now',
    ],
    ['CONNECTOR_1INCH_RETURNED_ERROR', 'debridge cannot price this transfer now'],
    ['INTERNAL_SDK_ERROR', 'debridge cannot price this transfer now'],
    ['INTERNAL_SERVER_ERROR', 'debridge cannot price this transfer now'],
  ] as const) {
    it(`is ${errorId}, in our own words, whatever the status`, () => {
      const body = { errorCode: 12, errorId, errorMessage: secret };

      expect(refusalOf({ status: 400, body })).to.deep.equal(refuse('NO_ROUTE', reason));
      expect(refusalOf({ status: 200, body })).to.deep.equal(refuse('NO_ROUTE', reason));
    });
  }

  for (const [status, reason] of [
    [400, 'debridge did not accept the request'],
    [401, 'debridge does not let this deployment in'],
    [403, 'debridge does not let this deployment in'],
    [404, 'debridge found no way for this transfer'],
    [409, 'debridge has no price for this transfer (status 409)'],
  ] as const) {
    it(`follows status ${status} where the body names no known error`, () => {
      expect(refusalOf({ status, body: { errorCode: 7, errorMessage: secret } })).to.deep.equal(
        refuse('NO_ROUTE', reason),
      );
      expect(refusalOf({ status, body: { errorId: '__proto__' } })).to.deep.equal(
        refuse('NO_ROUTE', reason),
      );
      expect(refusalOf({ status, body: null })).to.deep.equal(refuse('NO_ROUTE', reason));
    });
  }

  it('is not a sound answer', () => {
    expect(refusalOf({ status: 200, body: createTxBody() })).to.equal(null);
  });
});
