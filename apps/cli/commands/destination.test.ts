import { expect } from 'chai';
import { UsageError } from '../exit-codes.ts';
import { readDestination, readMemoOption, recipientOf, tokenThere } from './destination.ts';

const payer = '0x1111111111111111111111111111111111111111';

describe('where a transfer goes, as a person writes it', () => {
  it('is only a chain, or a chain and a recipient there', () => {
    expect([readDestination('42161'), readDestination('bitcoin:bc1qxyz')]).to.deep.equal([
      { chain: '42161', address: null },
      { chain: 'bitcoin', address: 'bc1qxyz' },
    ]);
    expect([readDestination('Bitcoin'), readDestination('BITCOIN:BC1QXYZ')]).to.deep.equal([
      { chain: 'bitcoin', address: null },
      { chain: 'bitcoin', address: 'BC1QXYZ' },
    ]);
    for (const half of ['bitcoin:', ':bc1qxyz'])
      expect(() => readDestination(half)).to.throw(UsageError, 'is half written');
  });

  it('is the payer if no recipient is named on an EVM chain, and must be named elsewhere', () => {
    expect(recipientOf({ chain: '42161', address: null }, undefined, payer)).to.equal(payer);
    expect(recipientOf({ chain: '80094', address: null }, undefined, payer)).to.equal(payer);
    expect(recipientOf({ chain: 'bitcoin', address: null }, 'bc1qxyz', payer)).to.equal('bc1qxyz');
    expect(() => recipientOf({ chain: 'stellar', address: null }, undefined, payer)).to.throw(
      UsageError,
      'the payer has no address on stellar; name the recipient: --to stellar:<address>',
    );
    expect(() => recipientOf({ chain: '42161', address: null }, undefined, null)).to.throw(
      UsageError,
      /^name the recipient: --to 42161:<address>$/,
    );
  });

  it('is refused with two recipients, and taken if both are the same', () => {
    const to = { chain: 'bitcoin', address: 'bc1qxyz' };

    expect(recipientOf(to, 'bc1qxyz', payer)).to.equal('bc1qxyz');
    expect(() => recipientOf(to, 'bc1qabc', payer)).to.throw(UsageError, 'name two recipients');
  });
});

describe('what arrives where a transfer names one token', () => {
  it('is the same token if the chain has it, else the coin of the chain', () => {
    expect([
      tokenThere('42161', { from: '8453', token: 'USDC' }),
      tokenThere('stellar', { from: '8453', token: 'USDC' }),
      tokenThere('stellar', { from: '8453', token: 'DAI' }),
      tokenThere('bitcoin', { from: '8453', token: 'USDC' }),
      tokenThere('stellar', { from: '8453', token: 'USDC', named: 'XLM' }),
    ]).to.deep.equal(['USDC', 'USDC', 'XLM', 'BTC', 'XLM']);
  });

  it('is dollars if the coin of a chain that is not an EVM chain is paid, unless another is named', () => {
    expect([
      tokenThere('42161', { from: 'bitcoin', token: 'BTC' }),
      tokenThere('42161', { from: 'tron', token: 'USDT' }),
      tokenThere('42161', { from: 'bitcoin', token: 'BTC', named: 'DAI' }),
      tokenThere('stellar', { from: 'bitcoin', token: 'BTC' }),
    ]).to.deep.equal(['USDC', 'USDT', 'DAI', 'XLM']);
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
