import { expect } from 'chai';
import { readEvmAddress } from './evm.ts';

const checksummedForm = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

describe('an EVM address', () => {
  it('is lowered when its checksum is right, or when it carries none', () => {
    for (const text of [
      checksummedForm,
      checksummedForm.toLowerCase(),
      `0x${checksummedForm.slice(2).toUpperCase()}`,
    ]) {
      expect(readEvmAddress(text)).to.deep.equal({
        ok: true,
        value: { address: '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed' },
      });
    }
  });

  it('is refused when one letter has the wrong case', () => {
    expect(readEvmAddress(checksummedForm.replace('aAeb', 'aaeb'))).to.deep.equal({
      ok: false,
      code: 'BAD_REQUEST',
      reason: 'fails its checksum (EIP-55); correct it, or send it in lower case',
    });
  });

  it('is refused in any other shape', () => {
    for (const text of [
      '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beae',
      `${checksummedForm}0`,
      checksummedForm.slice(2),
      'vitalik.eth',
      ` ${checksummedForm}`,
      '0X5aaeb6053f3e94c9b9a09f33669435e7ef1beaed',
      '',
    ]) {
      expect(readEvmAddress(text).ok, text).to.equal(false);
    }
  });

  it('shows short text back and never a private key', () => {
    const key = `0x${'4c'.repeat(32)}`;

    expect(readEvmAddress('0x12')).to.include({
      reason: 'must be 0x and 40 hex digits; got "0x12"',
    });
    expect(readEvmAddress(key)).to.include({
      reason: 'must be 0x and 40 hex digits; got a string of 66 characters',
    });
  });
});
