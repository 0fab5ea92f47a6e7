import { expect } from 'chai';
import { isSpeltRight } from './is-spelt-right.ts';

describe("an address's spelling", () => {
  it('is right by its checksum, in one case, and if there is no address to judge', () => {
    const right = [
      '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
      '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
      '0x833589FCD6EDB6E08F4C7C32D4F71B54BDA02913',
      'native',
      '',
    ];

    expect(right.map(isSpeltRight)).to.deep.equal(right.map(() => true));
  });

  it('is wrong if a letter or a capital is another', () => {
    expect(
      [
        '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02914',
        '0x833589FCD6eDb6E08f4c7C32D4f71b54bdA02913',
      ].map(isSpeltRight),
    ).to.deep.equal([false, false]);
  });
});
