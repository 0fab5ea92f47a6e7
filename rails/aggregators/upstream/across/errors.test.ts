import { RelayError } from '@interline/plugins';
import { expect } from 'chai';
import { refusalOf } from './errors.ts';

const error = (code?: string): object => ({
  type: 'AcrossApiError',
  code,
  status: 400,
  message: 'see https://example.org',
  id: 'dbsft-1',
});

describe('an error of Across', () => {
  for (const [code, ours, reason] of [
    ['AMOUNT_TOO_LOW', 'NO_ROUTE', 'the amount is too low to pay for its fill on across'],
    ['AMOUNT_TOO_HIGH', 'NO_ROUTE', 'the amount is above what across can fill now'],
    ['ROUTE_NOT_ENABLED', 'NO_ROUTE', 'across does not serve this pair of tokens'],
    ['SWAP_LIQUIDITY_INSUFFICIENT', 'NO_ROUTE', 'across finds too little liquidity for the swap'],
    ['SWAP_QUOTE_UNAVAILABLE', 'NO_ROUTE', 'across has no price for the swap now'],
    ['SIMULATION_ERROR', 'SIMULATION_FAILED', 'across says that its transaction would revert'],
    ['INVALID_PARAM', 'NO_ROUTE', 'across does not accept a value of the request'],
    ['MISSING_PARAM', 'NO_ROUTE', 'across misses a value in the request'],
    ['INVALID_METHOD', 'NO_ROUTE', 'across does not accept the request'],
    ['ABI_ENCODING_ERROR', 'NO_ROUTE', 'across does not accept the request'],
    ['SOMETHING_NEW', 'NO_ROUTE', 'across refuses, with HTTP status 400'],
    [undefined, 'NO_ROUTE', 'across refuses, with HTTP status 400'],
  ] as const) {
    it(`${code ?? 'without a code'} is a refusal`, () => {
      expect(refusalOf({ status: 400, body: error(code) })).to.deep.equal({
        ok: false,
        code: ours,
        reason,
      });
    });
  }

  for (const [status, reason] of [
    [401, 'across wants a key, or another one'],
    [403, 'across wants a key, or another one'],
    [404, 'across does not know one of the tokens'],
    [418, 'across refuses, with HTTP status 418'],
  ] as const) {
    it(`with status ${status} and no body of its own is a refusal`, () => {
      expect(refusalOf({ status, body: 'Forbidden' })).to.deep.equal({
        ok: false,
        code: 'NO_ROUTE',
        reason,
      });
    });
  }

  for (const [code, ours] of [
    ['UPSTREAM_RPC_ERROR', 'RAIL_FAULT'],
    ['UPSTREAM_HTTP_ERROR', 'RAIL_FAULT'],
    ['UNEXPECTED_ERROR', 'RAIL_FAULT'],
    ['UPSTREAM_GATEWAY_TIMEOUT', 'RAIL_TIMEOUT'],
  ] as const) {
    it(`${code} is a fault of theirs, whatever its status`, () => {
      expect(() => refusalOf({ status: 200, body: error(code) }))
        .to.throw(RelayError)
        .with.property('code', ours);
    });
  }

  it('counts in a 200 as well', () => {
    expect(refusalOf({ status: 200, body: error('AMOUNT_TOO_LOW') })).to.have.property(
      'reason',
      'the amount is too low to pay for its fill on across',
    );
  });

  it('is not in an answer without one', () => {
    expect(refusalOf({ status: 200, body: { expectedOutputAmount: '1' } })).to.equal(null);
  });
});
