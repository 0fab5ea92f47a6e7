import { expect } from 'chai';
import type { Hex } from '@interline/kernel';
import { mergedOutcome, outcomeOfError, outcomeOfResult } from './classify-broadcast.ts';

const hash: Hex = `0x${'ab'.repeat(32)}`;

describe("what a broadcast's answer proves", () => {
  const said = {
    accepted: [
      'already known',
      'known transaction: 0x12',
      'ALREADY_EXISTS: already known',
      'AlreadyKnown',
      'transaction already imported',
      'Transaction with the same hash was already imported.',
      'Known transaction',
    ],
    refused: [
      'insufficient funds for gas * price + value: balance 1, tx cost 2',
      'intrinsic gas too low: gas 1, minimum needed 2',
      'exceeds block gas limit',
      'max fee per gas less than block base fee: address 0x1',
      'replacement transaction underpriced',
      'transaction underpriced: tip needed 1',
      'txpool is full',
      'invalid sender',
      'invalid chain id for signer',
      'transaction type not supported',
      'max priority fee per gas higher than max fee per gas',
      'rlp: expected input list',
    ],
    unknown: [
      'nonce too low',
      'nonce too low: next nonce 5, tx nonce 4',
      'OldNonce',
      'internal error',
      'limit exceeded',
      'timeout',
      'upstream request failed',
      '',
      'nonce has already been used',
    ],
  } as const;

  for (const outcome of ['accepted', 'refused', 'unknown'] as const) {
    it(`is ${outcome} for the words nodes use`, () => {
      for (const message of said[outcome])
        expect(outcomeOfError({ code: -32_000, message, data: null }), message).to.equal(outcome);
    });
  }

  it('is acceptance only under our own hash', () => {
    expect(outcomeOfResult(hash.toUpperCase().replace('0X', '0x'), hash)).to.equal('accepted');
    for (const other of [`0x${'ac'.repeat(32)}`, null, 1, true, {}, ''])
      expect(outcomeOfResult(other, hash)).to.equal('unknown');
  });

  it('of several nodes is acceptance by one, refusal only by all', () => {
    expect(mergedOutcome(['refused', 'unknown', 'accepted'])).to.equal('accepted');
    expect(mergedOutcome(['refused', 'refused'])).to.equal('refused');
    expect(mergedOutcome(['refused', 'unknown'])).to.equal('unknown');
    expect(mergedOutcome([])).to.equal('unknown');
  });
});
