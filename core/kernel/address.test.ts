import { expect } from 'chai';
import { evmAddress, isEvmAddressShape } from './address.ts';

describe('an EVM address', () => {
  it('is held in lower case, however it was written', () => {
    expect(evmAddress('0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913')).to.equal(
      '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
    );
    expect(evmAddress('0x833589fcd6edb6e08f4c7c32d4f71b54bda02913')).to.equal(
      '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
    );
  });

  it('has 40 hex digits after 0x, not one less or more', () => {
    expect(isEvmAddressShape(`0x${'a'.repeat(39)}`)).to.equal(false);
    expect(isEvmAddressShape(`0x${'a'.repeat(40)}`)).to.equal(true);
    expect(isEvmAddressShape(`0x${'a'.repeat(41)}`)).to.equal(false);
    expect(isEvmAddressShape(`0x${'g'.repeat(40)}`)).to.equal(false);
    expect(isEvmAddressShape(`0X${'a'.repeat(40)}`)).to.equal(false);
    expect(isEvmAddressShape(`0x${'a'.repeat(40)}\n`)).to.equal(false);
  });

  it('is refused with at most 60 characters of what was found', () => {
    expect(() => evmAddress('native')).to.throw(RangeError, '"native" is not an EVM address');
    expect(() => evmAddress('7'.repeat(100_000))).to.throw(
      RangeError,
      `"${'7'.repeat(60)}" is not an EVM address`,
    );
  });
});
