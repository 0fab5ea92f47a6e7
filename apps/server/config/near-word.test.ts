import { expect } from 'chai';
import { nearWord } from './config-problems.ts';

describe('the word that was probably meant', () => {
  const words = ['port', 'host', 'basePath', 'trustedProxies'];

  it('is a slip of the finger away', () => {
    expect(
      ['prot', 'ports', 'pot', 'hsot', 'basepath', 'trustedProxys'].map((typed) =>
        nearWord(typed, words),
      ),
    ).to.deep.equal(['port', 'port', 'port', 'host', 'basePath', 'trustedProxies']);
  });

  it('is undefined if no word is near', () => {
    expect(['', 'password', 'p', 'limits'].map((typed) => nearWord(typed, words))).to.deep.equal([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(nearWord('port', [])).to.equal(undefined);
  });
});
