import { expect } from 'chai';
import { anvilBinary } from './anvil-binary.ts';

describe('the anvil program', () => {
  it('is the one ANVIL names', () => {
    expect(anvilBinary({ ANVIL: process.execPath })).to.equal(process.execPath);
  });

  it('is not looked for elsewhere when ANVIL names none that runs', () => {
    expect(() => anvilBinary({ ANVIL: '/nowhere/anvil' })).to.throw(
      'ANVIL names /nowhere/anvil, which is not a program that can be run',
    );
  });
});
