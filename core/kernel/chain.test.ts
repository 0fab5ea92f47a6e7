import { expect } from 'chai';
import { chainFamily, chainRef, evmChain, evmChainId } from './chain.ts';

describe('a chain', () => {
  it('goes by its CAIP-2 name', () => {
    for (const name of [
      'eip155:8453',
      'stellar:pubnet',
      'bip122:000000000019d6689c085ae165831e93',
      'abc:x',
      `abcdefgh:${'x'.repeat(32)}`,
    ]) {
      expect(chainRef(name)).to.equal(name);
    }
  });

  it('by any other name is a fault of config or plugin', () => {
    for (const name of [
      '',
      'base',
      '8453',
      ':',
      'ab:x',
      'abcdefghi:x',
      'abc:',
      `abc:${'x'.repeat(33)}`,
      'EIP155:1',
      'eip155:1:2',
      'eip155:1 ',
      'eip155:*',
    ]) {
      expect(() => chainRef(name)).to.throw(
        RangeError,
        `"${name}" is not a CAIP-2 chain name such as eip155:8453`,
      );
    }
  });

  it('of the EVM has an id, the others have none', () => {
    expect(evmChain(8453)).to.equal('eip155:8453');
    expect(evmChainId(evmChain(8453))).to.equal(8453);
    expect(evmChainId(evmChain(7777777))).to.equal(7777777);
    expect(evmChainId(chainRef('stellar:pubnet'))).to.equal(null);
  });

  it('belongs to the family before the colon', () => {
    expect(chainFamily(evmChain(1))).to.equal('eip155');
    expect(chainFamily(chainRef('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'))).to.equal('solana');
  });
});
