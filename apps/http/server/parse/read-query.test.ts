import { expect } from 'chai';
import { refusalOf } from '../../testing/refusal-of.ts';
import { readQuery } from './read-query.ts';

describe('a query string', () => {
  it('becomes fields of text', () => {
    expect(readQuery('')).to.deep.equal({});
    expect(readQuery('a=1&b=x%20y&c=')).to.deep.equal({ a: '1', b: 'x y', c: '' });
  });

  it('is refused when a name is given twice', () => {
    const refused = refusalOf(() => readQuery('amount=1&toChain=10&amount=2'));

    expect([refused.code, refused.message]).to.deep.equal([
      'BAD_REQUEST',
      '"amount" is given twice in the query',
    ]);
  });

  it('never reaches a prototype', () => {
    const fields = readQuery('__proto__=1&constructor=2');

    expect(Object.keys(fields)).to.deep.equal(['__proto__', 'constructor']);
    expect(Object.getPrototypeOf(fields)).to.equal(Object.prototype);
  });
});
