import { expect } from 'chai';
import { passesSchema, usualQuorum } from './passes-schema.ts';

const witness = {
  name: 'witness.example/w1',
  url: 'https://witness.example',
  key: 'witness.example/w1+0123abcd+BAAA',
};
const second = { ...witness, name: 'w2', key: ['w2+0123abcd+BAAA', 'w2+0123abce+BgAA'] };

describe('the witnesses of a config', () => {
  const isTaken = (passes: object): boolean =>
    passesSchema.safeParse({ enabled: true, ...passes }).success;

  it('are each named by what it prints of itself, and at most as many must agree', () => {
    expect([
      isTaken({}),
      isTaken({ witnesses: [witness, second] }),
      isTaken({ witnesses: [witness, second], quorum: 2, origin: 'relay.example/plus-mint' }),
    ]).to.deep.equal([true, true, true]);
    expect([
      isTaken({ witnesses: [witness, second], quorum: 3 }),
      isTaken({ witnesses: [witness], quorum: 0 }),
      isTaken({ quorum: 1 }),
      isTaken({ witnesses: [witness, witness] }),
      isTaken({ witnesses: [{ ...witness, name: 'another' }] }),
      isTaken({ witnesses: [{ ...witness, key: 'nonsense' }] }),
      isTaken({ witnesses: [{ ...witness, url: 'ftp://witness.example' }] }),
      isTaken({ origin: 'two words' }),
    ]).to.deep.equal([false, false, false, false, false, false, false, false]);
  });

  it('must agree by more than half by default', () => {
    expect([0, 1, 2, 3, 4, 5].map(usualQuorum)).to.deep.equal([0, 1, 2, 2, 3, 3]);
  });
});
