import { expect } from 'chai';
import fc from 'fast-check';
import { isBurnAddress } from './burn-addresses.ts';
import { type ChainRef, chainRef, evmChain } from './chain.ts';

const base = evmChain(8453);
const solana = chainRef('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp');
const stellar = chainRef('stellar:pubnet');
const bitcoin = chainRef('bip122:000000000019d6689c085ae165831e93');
const tron = chainRef('tron:mainnet');

describe('a burn address', () => {
  const burnt: readonly (readonly [string, ChainRef, string])[] = [
    ['the null address', base, '0x0000000000000000000000000000000000000000'],
    ['the first precompile', base, '0x0000000000000000000000000000000000000001'],
    ['the last reserved address', base, '0x000000000000000000000000000000000000ffff'],
    ['dead at the end', base, '0x000000000000000000000000000000000000dEaD'],
    ['dead at the start', base, '0xdead000000000000000000000000000000000000'],
    [
      'dead with chosen digits, where tokens were burnt',
      base,
      '0xdEAD000000000000000042069420694206942069',
    ],
    ['dead all along', base, '0xDEADdeadDEADdeadDEADdeadDEADdeadDEADdead'],
    ['all ones', base, '0xffffffffffffffffffffffffffffffffffffffff'],
    ['the stand-in for the coin', base, '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'],
    ["Solana's system program", solana, '11111111111111111111111111111111'],
    ["Solana's incinerator", solana, '1nc1nerator11111111111111111111111111111111'],
    ["Stellar's null account", stellar, 'GAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAWHF'],
    ["Bitcoin's null hash", bitcoin, '1111111111111111111114oLvT2'],
    ['the Bitcoin eater', bitcoin, '1BitcoinEaterAddressDontSendf59kuE'],
    ["Tron's null address", tron, 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb'],
  ];

  for (const [what, chain, address] of burnt) {
    it(`is ${what}`, () => {
      expect(isBurnAddress(chain, address)).to.equal(true);
    });
  }

  it('is not the first address above the reserved ones', () => {
    expect(isBurnAddress(base, '0x0000000000000000000000000000000000010000')).to.equal(false);
  });

  it('is not an address that somebody may hold', () => {
    expect(isBurnAddress(base, '0x1000000000000000000000000000000000000abc')).to.equal(false);
    expect(isBurnAddress(base, '0xdead000000000000000000000000000000000001')).to.equal(false);
    expect(isBurnAddress(solana, 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGkTDt1v')).to.equal(false);
  });

  it('counts on chains of its own family only', () => {
    expect(isBurnAddress(base, '11111111111111111111111111111111')).to.equal(false);
    expect(isBurnAddress(solana, '0x0000000000000000000000000000000000000000')).to.equal(false);
    expect(
      isBurnAddress(chainRef('fuel:mainnet'), '0x0000000000000000000000000000000000000000'),
    ).to.equal(false);
  });

  it('on an EVM chain is every address up to 0xffff, and no other that is not listed', () => {
    const reserved = fc.bigInt({ min: 0n, max: 0xffffn });
    const open = fc.bigInt({
      min: 0x1_0000n,
      max: 0xcfff_ffff_ffff_ffff_ffff_ffff_ffff_ffff_ffff_ffffn,
    });

    fc.assert(
      fc.property(reserved, open, (low, high) => {
        expect(isBurnAddress(base, addressAt(low))).to.equal(true);
        expect(isBurnAddress(base, addressAt(high))).to.equal(false);
      }),
      { numRuns: 200 },
    );
  });
});

function addressAt(number: bigint): string {
  return `0x${number.toString(16).padStart(40, '0')}`;
}
