import { expect } from 'chai';
import { type QuoteRequest, readMemo } from '@interline/kernel';
import { sampleBatch } from '../testing/sample-primitives.ts';
import { sampleRequest } from '../testing/sample-route.ts';
import { presentBatch } from './present.ts';

describe('the transfer of a record on the wire', () => {
  const legOf = (terms: Partial<QuoteRequest>) => {
    const recipient = sampleRequest.recipient ?? '';
    const quote = { ...sampleRequest, ...terms, recipient };
    const batch = sampleBatch(
      { legs: [{ quote, excludeRails: [] }], live: false },
      { client: 'c1', isOperator: false },
    );
    return presentBatch(batch, '').legs[0];
  };

  it('shows the memo, the refund address and the balance to claim that its runs would have', () => {
    const leg = legOf({
      memo: readMemo('id', '42'),
      refundAddress: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
      claimable: true,
    });

    expect(leg).to.deep.include({
      memo: { type: 'id', value: '42' },
      refundAddress: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
      claimable: true,
    });
    expect(legOf({})).not.to.have.any.keys('memo', 'refundAddress', 'claimable');
  });
});
