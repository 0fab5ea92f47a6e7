import { expect } from 'chai';
import { refusalOf } from '../testing/refusal-of.ts';
import { readIdempotency } from './read-idempotency.ts';

const path = '/api/route/execute';
const body = Buffer.from('{"a":1}');

describe('the Idempotency-Key', () => {
  it('is optional', () => {
    expect(readIdempotency({}, path, body)).to.equal(null);
  });

  it('comes with a digest that tells one request from another', () => {
    const hashOf = (headers: Record<string, string>, at = path, bytes = body): string | undefined =>
      readIdempotency({ 'idempotency-key': 'k-1', ...headers }, at, bytes)?.bodyHash;

    expect(readIdempotency({ 'idempotency-key': 'k-1' }, path, body)?.key).to.equal('k-1');
    expect(hashOf({}))
      .to.match(/^[0-9a-f]{64}$/)
      .and.to.equal(hashOf({}));
    const hashes = [
      hashOf({}),
      hashOf({}, path, Buffer.from('{"a": 1}')),
      hashOf({ 'x-svc-sandbox': '1' }),
      hashOf({ 'x-svc-sandbox': '1', 'x-svc-sandbox-outcome': 'failed' }),
      hashOf({}, '/api/floatlane/execute'),
    ];
    expect(new Set(hashes).size).to.equal(5);
  });

  it('is refused when empty, longer than 255 characters or not visible ASCII', () => {
    expect(readIdempotency({ 'idempotency-key': 'k'.repeat(255) }, path, body)?.key).to.have.length(
      255,
    );
    for (const key of ['', 'k'.repeat(256), 'a b', 'a\tb']) {
      expect(
        refusalOf(() => readIdempotency({ 'idempotency-key': key }, path, body)).code,
        key,
      ).to.equal('BAD_REQUEST');
    }
  });
});
