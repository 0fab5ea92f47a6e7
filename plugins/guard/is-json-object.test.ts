import { expect } from 'chai';
import { isJsonObject, stringsIn } from './is-json-object.ts';

describe('plain JSON', () => {
  it('is objects of strings, finite numbers, booleans, nulls and lists', () => {
    expect(isJsonObject({ a: [1, 'x', null, { b: true }] })).to.equal(true);
  });

  for (const [what, value] of [
    ['a list at the top', []], ['a bigint', { a: 1n }], ['undefined', { a: undefined }], ['a date', { a: new Date(0) }], ['a method', { a: () => 1 }],
    ['infinity', { a: Number.POSITIVE_INFINITY }], ['a map', { a: new Map() }], ['text', '{}'], ['null', null], ['more than 64,000 characters', { a: 'x'.repeat(64_000) }],
  ] as const) {
    it(`is not ${what}`, () => {
      expect(isJsonObject(value)).to.equal(false);
    });
  }

  it('ends on a value that holds itself', () => {
    const value: Record<string, unknown> = {};
    value['self'] = value;

    expect(isJsonObject(value)).to.equal(false);
  });

  it('gives up all its strings, keys too', () => {
    expect(stringsIn({ a: ['x', { b: 'y' }], c: 1 })).to.deep.equal(['a', 'x', 'b', 'y', 'c']);
  });
});
