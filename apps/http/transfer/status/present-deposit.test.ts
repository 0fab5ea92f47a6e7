import { receiptOf } from '@interline/core/transfer';
import { asAddress, asAmount, asUnits } from '@interline/kernel';
import { sampleDeposit } from '../../testing/sample-deposit.ts';
import { sampleRequest, sampleRoute } from '../../testing/sample-route.ts';
import { bitcoinBtc } from '../../testing/sample-tokens.ts';
import { presentExecution } from '../execute/present.ts';
import { presentDeposit } from './present-deposit.ts';
import { presentReceipt } from './present.ts';
import { expect } from 'chai';

describe('a deposit on the wire', () => {
  it('says where and how much, until when, and what is seen', () => {
    expect(presentDeposit(sampleDeposit, bitcoinBtc)).to.deep.equal({
      chain: 'bitcoin',
      address: 'bc1qdeposit',
      amount: '50000',
      uri: 'bitcoin:bc1qdeposit?amount=0.0005',
      confirmations: 3,
      lockedUntil: 1_800_000_900_000,
      expiresAt: 1_800_086_400_000,
      refundAddress: null,
      seen: [{ tx: 'ab'.repeat(32), amount: '20000', confirmations: 0 }],
      total: { parts: 1, amount: '20000', missing: '30000', confirmations: 0 },
      refunds: [],
    });
  });

  it('says that no price was locked', () => {
    const unlocked = { ...sampleDeposit, lockedUntilMs: sampleDeposit.createdAtMs };

    expect(presentDeposit(unlocked, bitcoinBtc).lockedUntil).to.equal(null);
  });

  it('says what each further part costs, if it costs something', () => {
    expect(presentDeposit(sampleDeposit, bitcoinBtc, asUnits(58n)).partCost).to.equal('58');
    expect(presentDeposit(sampleDeposit, bitcoinBtc, asUnits(0n))).to.not.have.property('partCost');
  });

  it('lists the largest of thousands of parts, and says what all of them are together', () => {
    const [seen] = sampleDeposit.outputs;
    if (seen === undefined) throw new Error('the sample has an output');
    const dust = Array.from({ length: 4_600 }, (_, output) => ({
      ...seen,
      output,
      units: asUnits(330n),
      confirmations: 2,
    }));
    const large = { ...seen, tx: 'cd'.repeat(32), units: asUnits(9_000n), confirmations: 3 };

    const shown = presentDeposit({ ...sampleDeposit, outputs: [...dust, large] }, bitcoinBtc);

    expect(shown.total).to.deep.equal({
      parts: 4_601,
      amount: '1527000',
      missing: '0',
      confirmations: 2,
    });
    expect(shown.seen).to.have.length(50);
    expect(shown.seen?.[0]).to.deep.equal({
      tx: 'cd'.repeat(32),
      amount: '9000',
      confirmations: 3,
    });
    expect(JSON.stringify(shown).length).to.be.below(10_000);
  });

  it('is asked for in whole coins, to the satoshi', () => {
    const uriOf = (units: bigint) =>
      presentDeposit({ ...sampleDeposit, agreed: asAmount(units) }, bitcoinBtc).uri;

    expect(uriOf(1n)).to.equal('bitcoin:bc1qdeposit?amount=0.00000001');
    expect(uriOf(100_000_000n)).to.equal('bitcoin:bc1qdeposit?amount=1');
    expect(uriOf(2_100_000_012_345_678n)).to.equal('bitcoin:bc1qdeposit?amount=21000000.12345678');
  });

  it('shows what goes back with its miner fee, and leaves out what was replaced', () => {
    const [seen] = sampleDeposit.outputs;
    if (seen === undefined) throw new Error('the sample has an output');
    const shown = presentDeposit(
      {
        ...sampleDeposit,
        refundAddress: asAddress('bc1qrefund'),
        outputs: [{ ...seen, isGone: true }],
        refunds: [
          {
            id: 'df_1',
            units: asUnits(20_000n),
            isRest: false,
            state: 'done',
            fee: asUnits(141n),
            tx: 'cd',
            reason: null,
          },
        ],
      },
      bitcoinBtc,
    );

    expect(shown.seen).to.deep.equal([]);
    expect(shown.refundAddress).to.equal('bc1qrefund');
    expect(shown.refunds).to.deep.equal([
      { amount: '20000', refundFee: '141', refundTx: 'cd', state: 'done', reason: null },
    ]);
  });

  const route = sampleRoute({
    mode: 'deposit',
    status: 'AWAITING_DEPOSIT',
    order: { ...sampleRoute().order, from: bitcoinBtc },
  });
  const request = {
    quote: sampleRequest,
    mode: 'deposit',
    minOut: null,
    isOperator: false,
  } as const;

  it('contains the claim of its refund in the answer of execute, and never in a status', () => {
    const started = presentExecution(
      { kind: 'route', route, deposit: sampleDeposit, refundClaim: 'the claim' },
      request,
      { basePath: '', nowMs: 1_800_000_005_000, isOptIn: () => true },
    );
    const read = presentReceipt(
      receiptOf(route, 1_800_000_005_000, { deposit: sampleDeposit }),
      '',
      {
        isOperator: false,
      },
    );

    expect(started).to.include({ status: 'AWAITING_DEPOSIT', refundClaim: 'the claim' });
    expect(JSON.stringify(read)).not.to.include('laim');
    expect([read.srcTx, read.from.address, read.deposit?.address]).to.deep.equal([
      null,
      null,
      'bc1qdeposit',
    ]);
  });
});
