import { expect } from 'chai';
import { refusalOf } from '../../testing/refusal-of.ts';
import { parseJsonObject } from './parse-json.ts';

describe('a request body', () => {
  it('is a JSON object, or nothing at all', () => {
    expect(parse('{"a":[1,"x",null,{"b":true}]}')).to.deep.equal({
      a: [1, 'x', null, { b: true }],
    });
    expect(parse('')).to.deep.equal({});
    expect(parse(' \n{}')).to.deep.equal({});
  });

  it('is refused when it is not an object', () => {
    for (const [text, message] of [
      ['[]', 'the body must be a JSON object; got an array of 0 items'],
      [
        JSON.stringify('x'.repeat(41)),
        'the body must be a JSON object; got a string of 41 characters',
      ],
      ['null', 'the body must be a JSON object; got null'],
      ['"x"', 'the body must be a JSON object; got "x"'],
      ['7', 'the body must be a JSON object; got 7'],
      ['{', 'the body is not JSON'],
      ['{"a":01}', 'the body is not JSON'],
      ['{"a":NaN}', 'the body is not JSON'],
      ["{'a':1}", 'the body is not JSON'],
    ] as const) {
      const refused = refusalOf(() => parse(text));
      expect([refused.code, refused.message], text).to.deep.equal(['BAD_REQUEST', message]);
    }
  });

  it('is read at a depth of 32 and refused at 33', () => {
    expect(() => parse(nested(32))).not.to.throw();
    expect(refusalOf(() => parse(nested(33))).message).to.equal(
      'the body is nested 33 deep; at most 32 is read',
    );
  });

  it('is refused, not crashed on, when it nests 30,000 deep', () => {
    expect(
      refusalOf(() => parse(`{"a":${'['.repeat(30_000)}${']'.repeat(30_000)}}`)).code,
    ).to.equal('BAD_REQUEST');
  });

  it('is refused when it writes a key twice, also in another spelling or deep inside', () => {
    for (const text of [
      '{"live":false,"live":true}',
      String.raw`{"live":false,"l\u0069ve":true}`,
      '{"a":[{"b":{"c":1,"c":1}}]}',
    ]) {
      expect(refusalOf(() => parse(text)).message, text).to.equal(
        'the body writes the same key twice in one object',
      );
    }
    expect(() => parse('{"a":{"x":1},"b":{"x":1}}')).not.to.throw();
  });

  it('is refused when a key could reach a prototype', () => {
    for (const text of [
      '{"__proto__":{"live":true}}',
      '{"a":{"__proto__":1}}',
      String.raw`{"__pro\u0074o__":{}}`,
      '{"constructor":{"prototype":{"live":true}}}',
    ]) {
      expect(refusalOf(() => parse(text)).code, text).to.equal('BAD_REQUEST');
    }
    expect(parse('{"constructor":"Bauhaus"}')).to.deep.equal({ constructor: 'Bauhaus' });
  });

  it('is refused when its bytes are not UTF-8', () => {
    expect(
      refusalOf(() =>
        parseJsonObject(Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d])),
      ).message,
    ).to.equal('the body is not valid UTF-8');
  });
});

function parse(text: string): unknown {
  return parseJsonObject(Buffer.from(text));
}

function nested(depth: number): string {
  return `{"a":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`;
}
