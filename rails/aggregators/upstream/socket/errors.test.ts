import { RelayError } from '@interline/plugins';
import { expect } from 'chai';
import { refusalOf } from './errors.ts';

const failed = (statusCode: unknown, message: unknown = 'see https://example.org'): object => ({
  success: false,
  statusCode,
  result: null,
  message,
});
const unserved = (status: number): object => ({
  ok: false,
  code: 'NO_ROUTE',
  reason: `socket finds no route, or no sense in the request: status ${status}`,
});

describe('an error of Socket', () => {
  for (const { what, answered, refusal } of [
    { what: 'a bad request', answered: { status: 400, body: failed(400) }, refusal: unserved(400) },
    {
      what: 'a route that is not found',
      answered: { status: 404, body: failed('404') },
      refusal: unserved(404),
    },
    {
      what: 'a body that is plain text',
      answered: { status: 422, body: 'Unprocessable' },
      refusal: unserved(422),
    },
    {
      what: 'a failure in a 200',
      answered: { status: 200, body: failed('404') },
      refusal: unserved(404),
    },
    {
      what: 'a failure in a 200 whose code is not a number',
      answered: { status: 200, body: failed('NO_ROUTE') },
      refusal: unserved(400),
    },
    {
      what: 'a failure in a 200 whose message is an object',
      answered: {
        status: 200,
        body: failed(400, { error: 'Bad', details: { error: { message: 'x', code: 'Y' } } }),
      },
      refusal: unserved(400),
    },
    {
      what: 'a missing key',
      answered: { status: 401, body: failed(401) },
      refusal: { ok: false, code: 'NO_ROUTE', reason: 'socket wants a key, or another one' },
    },
    {
      what: 'a key without the right',
      answered: { status: 200, body: failed(403) },
      refusal: { ok: false, code: 'NO_ROUTE', reason: 'socket wants a key, or another one' },
    },
  ]) {
    it(`refuses for ${what}`, () => {
      expect(refusalOf(answered)).to.deep.equal(refusal);
    });
  }

  for (const { what, statusCode, code } of [
    { what: 'of its servers', statusCode: 500, code: 'RAIL_FAULT' },
    { what: 'of its gateway', statusCode: '502', code: 'RAIL_FAULT' },
    { what: 'of our pace', statusCode: 429, code: 'RAIL_DOWN' },
  ]) {
    it(`is a fault ${what} told in a 200`, () => {
      expect(() => refusalOf({ status: 200, body: failed(statusCode) }))
        .to.throw(RelayError)
        .with.property('code', code);
    });
  }

  it('is not in an answer without one', () => {
    expect(
      refusalOf({ status: 200, body: { success: true, statusCode: 200, result: {} } }),
    ).to.equal(null);
  });
});
