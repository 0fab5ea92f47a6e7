import { expect } from 'chai';
import { canonicalText } from './canonical-text.ts';

describe('canonical JSON', () => {
  it('orders members by UTF-16 code units at every depth, and escapes as JSON does', () => {
    expect(canonicalText({ b: [{ z: 1, a: 'ü' }, null], B: null, a: '"' })).to.equal(
      '{"B":null,"a":"\\"","b":[{"a":"ü","z":1},null]}',
    );
  });

  it('leaves undefined members out, and writes undefined items as null', () => {
    expect(canonicalText({ gone: undefined, list: [undefined] })).to.equal('{"list":[null]}');
  });
});
