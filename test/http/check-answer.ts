import { codesOf, commonErrors, type Endpoint, errorBody } from '@interline/http';
import { expect } from 'chai';
import type { Reply } from './start-service.ts';

/**
 * An answer has its endpoint's shape, with no member beside it; a refusal has the error's, with a
 * code the row declares.
 */
export function checkAnswer(
  endpoint: Endpoint | undefined,
  { status, headers, body }: Reply,
): void {
  expect(headers.get('content-type')).to.equal('application/json; charset=utf-8');
  expect(headers.get('x-content-type-options')).to.equal('nosniff');
  expect(headers.get('x-request-id')).to.match(/^[A-Za-z0-9._-]{1,64}$/);
  if (status === 200) {
    expect(endpoint?.response.parse(body)).to.deep.equal(body);
    return;
  }
  const error = errorBody.parse(body);
  expect(error).to.deep.equal(body);
  expect(error.requestId).to.equal(headers.get('x-request-id'));
  expect(
    [...commonErrors, ...(endpoint === undefined ? [] : codesOf(endpoint))],
    `${endpoint?.path} declares`,
  ).to.include(error.errorCode);
  expect(headers.get('retry-after')).to.equal(
    error.retryAfterMs === undefined ? null : String(Math.ceil(error.retryAfterMs / 1_000)),
  );
}
