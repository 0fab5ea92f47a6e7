import { expect } from 'chai';
import { refusalOf } from '../../testing/refusal-of.ts';
import { parseQuery } from './parse-shape.ts';

describe('a query string', () => {
  it('becomes fields of text', () => {
    expect(parseQuery('')).to.deep.equal({});
    expect(parseQuery('a=1&b=x%20y&c=')).to.deep.equal({ a: '1', b: 'x y', c: '' });
  });

  it('is refused when a name is given twice', () => {
    const refused = refusalOf(() => parseQuery('amount=1&toChain=10&amount=2'));

    expect([refused.code, refused.message]).to.deep.equal([
      'BAD_REQUEST',
      '"amount" is given twice in the query',
    ]);
  });

  it('never reaches a prototype', () => {
    const fields = parseQuery('__proto__=1&constructor=2');

    expect(Object.keys(fields)).to.deep.equal(['__proto__', 'constructor']);
    expect(Object.getPrototypeOf(fields)).to.equal(Object.prototype);
  });
});
