import { inspect } from 'node:util';
import { expect } from 'chai';
import { keccak256, SigningKey, Wallet } from 'ethers';
import { localSigner, randomSigner, signerFromHex } from './signers.ts';

const keyHex = 'b71c71a67e1177ad4e901695e1b4b9ee17ae16c6668d313eac2f96dbcda3f291';
const digest = Buffer.from(keccak256('0x1234').slice(2), 'hex');

describe('a local signer', () => {
  it('has the address and makes the signatures that ethers would', () => {
    const signer = localSigner(Buffer.from(keyHex, 'hex'));
    const expected = new SigningKey(`0x${keyHex}`).sign(digest);

    expect(signer.address).to.equal(new Wallet(keyHex).address.toLowerCase());
    expect(signer.sign(digest)).to.deep.equal({
      r: expected.r.slice(2),
      s: expected.s.slice(2),
      yParity: expected.yParity,
    });
  });

  it('does not reveal its key when printed, listed or serialised', () => {
    const signer = localSigner(Buffer.from(keyHex, 'hex'));

    const shown =
      inspect(signer, { depth: 9, showHidden: true }) +
      JSON.stringify(signer) +
      JSON.stringify(Object.getOwnPropertyDescriptors(signer));
    expect(shown).not.to.match(
      new RegExp(
        `${keyHex}|${keyHex.slice(0, 16)}|${[...Buffer.from(keyHex, 'hex')].slice(0, 4).join(',\\s?')}`,
        'i',
      ),
    );
    expect(Object.keys(signer)).to.deep.equal(['kind', 'address', 'sign']);
  });

  it('keeps a copy, so that the caller can wipe the bytes', () => {
    const bytes = Buffer.from(keyHex, 'hex');
    const signer = localSigner(bytes);
    const before = signer.sign(digest);

    bytes.fill(0);

    expect(signer.sign(digest)).to.deep.equal(before);
  });

  it('is not made from bytes that are not a private key', () => {
    for (const bad of [
      Buffer.alloc(32),
      Buffer.alloc(31, 1),
      Buffer.alloc(33, 1),
      Buffer.alloc(32, 0xff),
    ]) {
      expect(() => localSigner(bad)).to.throw(RangeError, /^a private key must be 32 bytes/);
    }
  });

  it('comes from hex with or without 0x, and never repeats text that is not a key', () => {
    expect(signerFromHex(`0x${keyHex}\n`, 'SPENDER_KEY').address).to.equal(
      signerFromHex(keyHex.toUpperCase()).address,
    );
    expect(() => signerFromHex(`${keyHex}canary`, 'SPENDER_KEY')).to.throw(
      RangeError,
      /^SPENDER_KEY must hold a private key of 64 hex digits; it holds 70 characters of another shape$/,
    );
    expect(() => signerFromHex('00'.repeat(32))).to.throw(RangeError, /above zero/);
  });

  it('is another one each time it is drawn', () => {
    expect(randomSigner().address).not.to.equal(randomSigner().address);
  });
});
