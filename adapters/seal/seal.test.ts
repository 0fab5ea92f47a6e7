import { expect } from 'chai';
import { sealWith } from './seal.ts';

const secret = Buffer.alloc(32, 7);
const bytes = Buffer.from('what nobody may read');

describe('a seal', () => {
  it('opens what it sealed under that name, and shows nothing of it', () => {
    const seal = sealWith(secret, 'tests');
    const sealed = [seal.seal(bytes, 'a'), seal.seal(bytes, 'a')];

    expect(new Set(sealed).size).to.equal(2);
    for (const text of sealed) {
      expect(Buffer.from(sealWith(secret, 'tests').open(text, 'a')).toString()).to.equal(
        'what nobody may read',
      );
      expect(Buffer.from(text, 'base64').includes(bytes)).to.equal(false);
    }
  });

  it('does not open with another secret, for another purpose, under another name, or changed', () => {
    const sealed = sealWith(secret, 'tests').seal(bytes, 'a');
    const changed = Buffer.from(sealed, 'base64');
    changed[20] = (changed[20] ?? 0) ^ 1;

    expect(() => sealWith(Buffer.alloc(32, 8), 'tests').open(sealed, 'a')).to.throw();
    expect(() => sealWith(secret, 'others').open(sealed, 'a')).to.throw();
    expect(() => sealWith(secret, 'tests').open(sealed, 'b')).to.throw();
    expect(() => sealWith(secret, 'tests').open(changed.toString('base64'), 'a')).to.throw();
    expect(() => sealWith(secret, 'tests').open('', 'a')).to.throw();
  });
});
