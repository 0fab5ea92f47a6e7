import { expect } from 'chai';
import { fromJsonText, toJsonText } from './json-text.ts';

describe('the text of a value', () => {
  it('keeps bigints of any size apart from strings that look like them', () => {
    const value = {
      wei: 2n ** 255n,
      none: 0n,
      debt: -1n,
      text: '5',
      list: [1n, [2n, null]],
      flag: true,
      rate: 0.5,
    };

    const text = toJsonText(value);

    expect(text).to.contain(
      '{"$n":"57896044618658097711785492504343953926634992332820282019728792003956564819968"}',
    );
    expect(fromJsonText(text)).to.deep.equal(value);
  });

  it("gives a plugin's own dollar keys back as they were", () => {
    const value = { memo: { $n: '5' }, more: { $$n: { $: 1 } }, last: { $n: 5n } };

    expect(fromJsonText(toJsonText(value))).to.deep.equal(value);
  });

  it('keeps a key called __proto__ a key', () => {
    const value: unknown = JSON.parse('{"__proto__":{"admin":true}}');

    const back = fromJsonText(toJsonText(value));

    expect(Object.keys(back as object)).to.deep.equal(['__proto__']);
    expect(Object.getPrototypeOf(back)).to.equal(Object.prototype);
  });

  it('leaves out what is undefined', () => {
    expect(toJsonText({ note: undefined, via: [] })).to.equal('{"via":[]}');
  });
});
