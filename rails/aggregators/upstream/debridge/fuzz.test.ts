import type { Json } from '@interline/plugins';
import { expect } from 'chai';
import fc from 'fast-check';
import { faultAsRefusal } from '../../testing/fault-as-refusal.ts';
import { mutatedBody } from '../../testing/mutated-body.ts';
import { orFault } from '../../testing/or-fault.ts';
import { scriptedApi } from '../../testing/scripted-api.ts';
import { depositor, payer, recipient, stranger, testAsk } from '../../testing/test-ask.ts';
import { debridge } from './debridge.ts';
import {
  createTxBody,
  fillTx,
  orderCalldata,
  orderId,
  refundTx,
  storyBody,
} from './testing/debridge-bodies.ts';

const ask = testAsk();
const signal = new AbortController().signal;

describe('a mutated answer of debridge', () => {
  it('is a refusal, a fault, or a call for what the answer states in digits', async () => {
    let accepted = 0;
    let turnedAway = 0;
    await fc.assert(
      fc.asyncProperty(mutatedBody(createTxBody()), async (body) => {
        const built = await orFault(() =>
          debridge.build(ask, scriptedApi([{ status: 200, body }]), signal),
        );
        if (built === null || !built.ok) return void (turnedAway += 1);
        accepted += 1;

        const { call, output, minOutput, coinFee, ref } = built.value;
        const stated = statedIn(body);

        expect({
          output: output.toString(),
          minOutput: minOutput.toString(),
          coinFee,
        }).to.deep.equal({
          output: stated.output,
          minOutput: stated.output,
          coinFee: BigInt(stated.value),
        });
        expect({
          chainId: call.chainId,
          to: call.to,
          data: call.data,
          value: call.value,
          orderId: ref['orderId'],
        }).to.deep.equal({
          chainId: 8453,
          to: stated.to.toLowerCase(),
          data: stated.data.toLowerCase(),
          value: BigInt(stated.value),
          orderId: stated.orderId.toLowerCase(),
        });
        if (call.data.startsWith('0xb9303701'))
          expect(call.says).to.include.keys(
            'token',
            'units',
            'recipient',
            'toChainId',
            'minOutput',
          );
      }),
      { numRuns: 3_000 },
    );

    expect(accepted).to.be.greaterThan(100);
    expect(turnedAway).to.be.greaterThan(100);
  });

  it("never hides an order's recipient, refund address or amounts", async () => {
    const party = fc.constantFrom<string>(depositor, payer, recipient, stranger);
    const amount = fc.oneof(
      fc.constant(100_000_000n),
      fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
    );
    await fc.assert(
      fc.asyncProperty(
        party,
        party,
        party,
        amount,
        amount,
        async (
          receiverDst,
          orderAuthorityAddressDst,
          allowedCancelBeneficiarySrc,
          giveAmount,
          takeAmount,
        ) => {
          const data = orderCalldata({
            receiverDst,
            orderAuthorityAddressDst,
            allowedCancelBeneficiarySrc,
            giveAmount,
            takeAmount,
          });

          const api = scriptedApi([{ status: 200, body: createTxBody({ tx: { data } }) }]);
          const built = await faultAsRefusal(() => debridge.build(ask, api, signal));

          expect(built.ok).to.equal(
            orderAuthorityAddressDst === depositor && takeAmount >= 99_760_000n,
          );
          if (built.ok) {
            expect(built.value.call.says).to.include({
              recipient: receiverDst,
              refundTo: allowedCancelBeneficiarySrc,
              units: giveAmount,
              minOutput: takeAmount,
              toChainId: 42161,
            });
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  it('about an order under way is progress by the table or a fault', async () => {
    const statuses = fc.constantFrom<Json>(
      'None',
      'Created',
      'Fulfilled',
      'ClaimedUnlock',
      'OrderCancelled',
      'ClaimedOrderCancel',
      'constructor',
      null,
      3,
    );
    const stories = fc.oneof(
      mutatedBody(storyBody('ClaimedUnlock', { fill: fillTx })),
      mutatedBody(storyBody('ClaimedOrderCancel', { refund: refundTx })),
    );
    await fc.assert(
      fc.asyncProperty(statuses, stories, async (status, body) => {
        const answers = [
          { status: 200, body: { orderId, status } },
          { status: 200, body },
        ];

        const progress = await orFault(() =>
          debridge.track({ orderId }, `0x${'11'.repeat(32)}`, scriptedApi(answers), signal),
        );

        if (progress === null) return;
        expect(progress.status === 'DONE').to.equal(
          status === 'Fulfilled' || status === 'ClaimedUnlock',
        );
        if (progress.status === 'FAILED') expect(status).to.equal('ClaimedOrderCancel');
        for (const hash of [progress.destTx, progress.refundTx]) {
          if (hash !== undefined)
            expect(JSON.stringify(body).toLowerCase()).to.include(`"stringvalue":"${hash}"`);
        }
      }),
      { numRuns: 1_000 },
    );
  });
});

interface Stated {
  readonly output: string;
  readonly to: string;
  readonly data: string;
  readonly value: string;
  readonly orderId: string;
}

function statedIn(body: Json): Stated {
  // CAST: an accepted body has these places; where it had not, the comparison with undefined fails
  // the test.
  const at = body as unknown as {
    estimation: { dstChainTokenOut: { amount: string } };
    tx: { to: string; data: string; value: string };
    orderId: string;
  };
  return {
    output: at.estimation.dstChainTokenOut.amount,
    to: at.tx.to,
    data: at.tx.data,
    value: at.tx.value,
    orderId: at.orderId,
  };
}
