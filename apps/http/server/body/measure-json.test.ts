import { expect } from 'chai';
import { measureJson } from './parse-json.ts';

describe('measuring JSON', () => {
  it('counts depth and members', () => {
    expect(measureJson('{}')).to.deep.equal({ depth: 1, members: 0 });
    expect(measureJson('{"a":{"b":[1,{"c":2}]},"d":null}')).to.deep.equal({ depth: 4, members: 4 });
  });

  it('sees no braces and colons inside strings', () => {
    expect(measureJson('{"a:{[":"}]:{"}')).to.deep.equal({ depth: 1, members: 1 });
  });

  it('neither leaves a string at escaped quotes nor stays in it at escaped backslashes', () => {
    expect(measureJson(String.raw`{"a\":{":"\\","b":"\\\":{"}`)).to.deep.equal({
      depth: 1,
      members: 2,
    });
  });

  it('stays linear on a string of backslashes', () => {
    const text = `{"a":"${'\\\\'.repeat(640_000)}"}`;
    const startedAt = performance.now();

    expect(measureJson(text)).to.deep.equal({ depth: 1, members: 1 });

    // Were it quadratic, these would be steps by the hundred thousand million.
    expect(performance.now() - startedAt).to.be.below(10_000);
  });
});
