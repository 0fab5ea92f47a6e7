import { expect } from 'chai';
import { copyJsonObject, stringsIn } from './copy-json.ts';

describe('plain JSON', () => {
  it('is objects of strings, finite numbers, booleans, nulls and lists', () => {
    expect(copyJsonObject({ a: [1, 'x', null, { b: true }] })).to.deep.equal({
      a: [1, 'x', null, { b: true }],
    });
  });

  for (const [what, value] of [
    ['a list at the top', []],
    ['a bigint', { a: 1n }],
    ['undefined', { a: undefined }],
    ['a date', { a: new Date(0) }],
    ['a method', { a: () => 1 }],
    ['infinity', { a: Number.POSITIVE_INFINITY }],
    ['a map', { a: new Map() }],
    ['text', '{}'],
    ['null', null],
    ['more than 64,000 characters', { a: 'x'.repeat(64_000) }],
  ] as const) {
    it(`is not ${what}`, () => {
      expect(copyJsonObject(value)).to.equal(null);
    });
  }

  it('ends on a value that holds itself', () => {
    const value: Record<string, unknown> = {};
    value['self'] = value;

    expect(copyJsonObject(value)).to.equal(null);
  });

  it('is read once, whatever its getters say afterwards', () => {
    let reads = 0;
    const value = {
      inner: {
        get turn() {
          return (reads += 1);
        },
      },
    };

    const copy = copyJsonObject(value);

    expect([copy, copy, reads]).to.deep.equal([{ inner: { turn: 1 } }, { inner: { turn: 1 } }, 1]);
  });

  it('keeps a key named __proto__ as a key', () => {
    const copy = copyJsonObject(JSON.parse('{"__proto__":{"isFirm":true}}'));

    expect(Object.keys(copy ?? {})).to.deep.equal(['__proto__']);
    expect(copy?.['isFirm']).to.equal(undefined);
  });

  it('is 21 deep at most', () => {
    const nested = (depth: number): unknown => (depth === 0 ? 1 : { a: nested(depth - 1) });

    expect(copyJsonObject(nested(21))).to.deep.equal(nested(21));
    expect(copyJsonObject(nested(22))).to.equal(null);
  });

  it('gives up all its strings, keys too', () => {
    expect(stringsIn({ a: ['x', { b: 'y' }], c: 1 })).to.deep.equal(['a', 'x', 'b', 'y', 'c']);
  });
});
