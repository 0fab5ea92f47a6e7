import { expect } from 'chai';
import { AbiCoder, id } from 'ethers';
import type { Hex } from '@interline/kernel';
import { revertWords } from './revert-words.ts';

const custom = (signature: string): Hex => `${id(signature).slice(0, 10)}${'0'.repeat(64)}` as Hex;
const error = (text: string): Hex =>
  `0x08c379a0${AbiCoder.defaultAbiCoder().encode(['string'], [text]).slice(2)}`;

describe('why a call reverted', () => {
  it('is derived from the errors of Permit2 and of tokens', () => {
    const words: Readonly<Record<string, RegExp>> = {
      'InvalidNonce()': /nonce is spent/,
      'SignatureExpired(uint256)': /expired/,
      'InvalidSigner()': /not signed by its owner/,
      'InvalidSignature()': /not signed by its owner/,
      'InvalidContractSignature()': /owner's code/,
      'InvalidSignatureLength()': /length/,
      'InvalidAmount(uint256)': /smaller amount/,
      'ERC20InsufficientBalance(address,uint256,uint256)': /balance is too low/,
      'ERC20InsufficientAllowance(address,uint256,uint256)': /allowance is too low/,
      'ERC20InvalidReceiver(address)': /recipient/,
    };
    for (const [signature, expected] of Object.entries(words))
      expect(revertWords(custom(signature)), signature).to.match(expected);
  });

  it('is derived from the texts tokens are known to write, in our words', () => {
    expect(revertWords(error('ERC20: transfer amount exceeds balance'))).to.equal(
      'the balance is too low',
    );
    expect(revertWords(error('Blacklistable: account is blacklisted'))).to.equal(
      'the token blocks an account',
    );
    expect(revertWords(error('Pausable: paused'))).to.equal('the token is paused');
    expect(revertWords(error('ERC20: insufficient allowance'))).to.equal(
      'the allowance is too low',
    );
  });

  it("stays untold where a stranger's text would have to be repeated", () => {
    for (const data of [
      null,
      '0x',
      '0x12',
      '0x12345678',
      error('send your keys to canary.example'),
      `0x08c379a0${'f'.repeat(20)}`,
    ] as const) {
      expect(revertWords(data)).to.equal(null);
    }
  });
});
