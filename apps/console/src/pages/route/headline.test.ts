import type { RouteReceipt } from '@interline/client';
import { expect } from 'chai';
import { delivered, sampleReceipt } from '../../testing/sample-receipt.ts';
import { followWords } from '../../words/en-follow.ts';
import { addWords, say } from '../../words/t.ts';
import { headlineOf, stageWord } from './headline.ts';

/** The stages that the core sets, and one that a plugin may. */
const stages = [
  'RECEIVING',
  'SENDING',
  'VERIFYING',
  'DELIVERED',
  'REFUNDING',
  'REFUND_HELD',
  'REFUNDED',
  'WRITTEN_OFF',
  'DELIVERED_UNSEEN',
  'NOT_PULLED',
  'DELIVERED_BELOW_MIN',
  'DELIVERED_OTHER_TOKEN',
  'OVERDUE',
  'QUARANTINED',
  'AWAITING_DEPOSIT',
  'FUNDS_REQUIRED',
  'CONFIRMING',
  'DEPOSIT_REORGED',
  'DEPOSIT_EXPIRED',
  'SCRIPTED_FAILURE',
];
const statuses = ['BRIDGING', 'FUNDS_REQUIRED', 'AWAITING_DEPOSIT', 'DONE', 'FAILED'] as const;

describe('the headline of a route', () => {
  before(() => addWords(followWords));
  const said = (change: Partial<RouteReceipt>) => {
    const { tone, state, title, filling } = headlineOf(sampleReceipt(change));
    return [tone, say(state), say(title, filling)];
  };

  it('is the amount that matters now', () => {
    expect(said({})).to.deep.equal(['underWay', 'Under way', '4.996 USDC on the way']);
    expect(said(delivered)).to.deep.equal(['done', 'Delivered', '4.996 USDC delivered']);
    expect(
      said({ status: 'FAILED', stage: 'REFUNDED', srcTx: '0xs', refunded: '4990000' }),
    ).to.deep.equal(['back', 'Refunded', '4.99 USDC came back']);
    expect(said({ stage: 'REFUNDING' })).to.deep.equal(['back', 'Going back', '5 USDC going back']);
  });

  it('says that nothing left the payer only if nothing was taken in', () => {
    expect(said({ status: 'FAILED', stage: 'NOT_PULLED', refunded: '0' })).to.deep.equal([
      'stopped',
      'Nothing happened',
      'Nothing left your wallet',
    ]);
    expect(
      said({ status: 'FAILED', stage: 'WRITTEN_OFF', srcTx: '0xs', refunded: '0' }),
    ).to.deep.equal(['operator', 'Needs the operator', 'Your 5 USDC are with the relayer']);
    expect(
      said({ status: 'FAILED', stage: 'SCRIPTED_FAILURE', srcTx: '0xs', refunded: '0' })[2],
    ).to.equal('Your 5 USDC are with the relayer');
  });

  it('says whom a refund that waits needs', () => {
    const held = (reason: 'no-address' | 'operator') =>
      said({
        stage: 'REFUND_HELD',
        refundHeld: { reason, error: 'it waits', owed: '4500000', suggestedAction: 'wait' },
      });

    expect(held('no-address')).to.deep.equal(['you', 'Needs you', '4.50 USDC wait to go back']);
    expect(held('operator')).to.deep.equal([
      'operator',
      'Needs the operator',
      '4.50 USDC wait to go back',
    ]);
  });

  it('asks for a deposit until enough was seen of it', () => {
    const total = { parts: 1, amount: '5000000', missing: '0', confirmations: 0 };
    const deposit = { address: 'bc1', amount: '5000000' };
    const waiting = { status: 'AWAITING_DEPOSIT', stage: 'AWAITING_DEPOSIT' } as const;

    expect(said({ ...waiting, deposit })).to.deep.equal(['you', 'Needs you', 'Send 5 USDC']);
    const part = { ...total, amount: '3000000', missing: '2000000' };
    expect(said({ ...waiting, deposit: { ...deposit, total: part } })[2]).to.equal('Send 2 USDC');
    expect(said({ ...waiting, deposit: { ...deposit, total } })).to.deep.equal([
      'underWay',
      'Under way',
      '5 USDC seen',
    ]);
  });

  it('is in words for every status in every stage, and never a code', () => {
    for (const status of statuses)
      for (const stage of stages)
        for (const srcTx of [null, '0xs']) {
          const receipt = sampleReceipt({ status, stage, srcTx });
          const { state, title, filling, more } = headlineOf(receipt);
          const words = [state, title, stageWord(receipt), ...(more === undefined ? [] : [more])];

          for (const word of words) {
            const text = say(word, filling);
            expect(text, `${status} ${stage}`).not.to.match(/[A-Z]_[A-Z]|[{}]|^[a-z]+\./);
            expect(text).not.to.equal('');
          }
        }
    expect(say(stageWord(sampleReceipt({ stage: 'SCRIPTED_FAILURE' })))).to.equal('Under way');
  });
});
