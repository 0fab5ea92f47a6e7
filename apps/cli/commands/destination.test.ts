import { expect } from 'chai';
import { UsageError } from '../exit-codes.ts';
import { readDestination, readMemoOption, recipientOf, tokenThere } from './destination.ts';

const payer = '0x1111111111111111111111111111111111111111';

describe('where a transfer goes, as a person writes it', () => {
  it('is a chain alone, or a chain and who receives there', () => {
    expect([readDestination('42161'), readDestination('bitcoin:bc1qxyz')]).to.deep.equal([
      { chain: '42161', address: null },
      { chain: 'bitcoin', address: 'bc1qxyz' },
    ]);
    for (const half of ['bitcoin:', ':bc1qxyz'])
      expect(() => readDestination(half)).to.throw(UsageError, 'is half written');
  });

  it('is the payer where nobody is named on an EVM chain, and must be named elsewhere', () => {
    expect(recipientOf({ chain: '42161', address: null }, undefined, payer)).to.equal(payer);
    expect(recipientOf({ chain: '80094', address: null }, undefined, payer)).to.equal(payer);
    expect(recipientOf({ chain: 'bitcoin', address: null }, 'bc1qxyz', payer)).to.equal('bc1qxyz');
    expect(() => recipientOf({ chain: 'stellar', address: null }, undefined, payer)).to.throw(
      UsageError,
      'the payer has no address on stellar; name who receives there: --to stellar:<address>',
    );
  });

  it('is refused with two recipients, and taken where both are the same', () => {
    const to = { chain: 'bitcoin', address: 'bc1qxyz' };

    expect(recipientOf(to, 'bc1qxyz', payer)).to.equal('bc1qxyz');
    expect(() => recipientOf(to, 'bc1qabc', payer)).to.throw(UsageError, 'name two recipients');
  });
});

describe('what arrives where a transfer names one token', () => {
  it('is the same token where the chain has it, else the coin of the chain', () => {
    expect(
      (
        [
          ['42161', 'USDC', undefined],
          ['stellar', 'USDC', undefined],
          ['stellar', 'DAI', undefined],
          ['bitcoin', 'USDC', undefined],
          ['stellar', 'USDC', 'XLM'],
        ] as const
      ).map(([chain, token, named]) => tokenThere(chain, token, named)),
    ).to.deep.equal(['USDC', 'USDC', 'XLM', 'BTC', 'XLM']);
  });
});

describe('a memo on the command line', () => {
  it('says its type before its value, and the value may hold a colon', () => {
    expect([readMemoOption('id:42'), readMemoOption('text:a: b')]).to.deep.equal([
      { type: 'id', value: '42' },
      { type: 'text', value: 'a: b' },
    ]);
    for (const text of ['42', 'text:', 'number:42'])
      expect(() => readMemoOption(text)).to.throw(UsageError, 'does not say its type');
  });
});
