import type { Json, Progress } from '@interline/plugins';
import { expect } from 'chai';
import fc from 'fast-check';
import { mutatedBody } from '../../testing/mutated-body.ts';
import { orFault } from '../../testing/or-fault.ts';
import { scriptedApi } from '../../testing/scripted-api.ts';
import { arrivalTx, srcTx, statusBody } from './testing/lifi-bodies.ts';
import { trackTransfer } from './track.ts';

const ref = { fromChain: 8453, toChain: 42161 };
const { signal } = new AbortController();

type Row = readonly [
  status: string,
  substatus: string | undefined,
  arrivedOn: number | undefined,
  progress: Progress,
];

const table: readonly Row[] = [
  ['NOT_FOUND', undefined, undefined, { status: 'BRIDGING', stage: 'NOT_INDEXED' }],
  ['INVALID', undefined, undefined, { status: 'FAILED', stage: 'INVALID' }],
  ['PENDING', undefined, undefined, { status: 'BRIDGING', stage: 'PENDING' }],
  ['PENDING', 'WAIT_SOURCE_CONFIRMATIONS', undefined, { status: 'BRIDGING', stage: 'CONFIRMING' }],
  ['PENDING', 'WAIT_DESTINATION_TRANSACTION', undefined, { status: 'BRIDGING', stage: 'FILLING' }],
  [
    'PENDING',
    'BRIDGE_NOT_AVAILABLE',
    undefined,
    { status: 'BRIDGING', stage: 'BRIDGE_UNAVAILABLE' },
  ],
  ['PENDING', 'CHAIN_NOT_AVAILABLE', undefined, { status: 'BRIDGING', stage: 'CHAIN_UNAVAILABLE' }],
  ['PENDING', 'REFUND_IN_PROGRESS', undefined, { status: 'BRIDGING', stage: 'REFUNDING' }],
  [
    'PENDING',
    'NOT_PROCESSABLE_REFUND_NEEDED',
    undefined,
    { status: 'BRIDGING', stage: 'REFUNDING' },
  ],
  ['PENDING', 'UNKNOWN_ERROR', undefined, { status: 'BRIDGING', stage: 'UNKNOWN' }],
  ['PENDING', 'A_WORD_OF_TOMORROW', undefined, { status: 'BRIDGING', stage: 'PENDING' }],
  ['DONE', 'COMPLETED', 42161, { status: 'DONE', stage: 'DELIVERED', destTx: arrivalTx }],
  ['DONE', 'COMPLETED', 8453, { status: 'DONE', stage: 'DELIVERED' }],
  ['DONE', 'COMPLETED', undefined, { status: 'DONE', stage: 'DELIVERED' }],
  ['DONE', undefined, 42161, { status: 'DONE', stage: 'DELIVERED', destTx: arrivalTx }],
  [
    'DONE',
    'PARTIAL',
    42161,
    { status: 'FAILED', stage: 'DELIVERED_OTHER_TOKEN', destTx: arrivalTx },
  ],
  ['DONE', 'REFUNDED', 8453, { status: 'FAILED', stage: 'REFUNDED', refundTx: arrivalTx }],
  ['DONE', 'REFUNDED', 42161, { status: 'FAILED', stage: 'REFUNDED' }],
  ['DONE', 'REFUNDED', undefined, { status: 'FAILED', stage: 'REFUNDED' }],
  ['DONE', 'A_WORD_OF_TOMORROW', 42161, { status: 'BRIDGING', stage: 'UNKNOWN' }],
  ['FAILED', undefined, undefined, { status: 'FAILED', stage: 'FAILED' }],
  [
    'FAILED',
    'NOT_PROCESSABLE_REFUND_NEEDED',
    undefined,
    { status: 'FAILED', stage: 'REFUND_NEEDED' },
  ],
  ['FAILED', 'OUT_OF_GAS', undefined, { status: 'FAILED', stage: 'OUT_OF_GAS' }],
  ['FAILED', 'SLIPPAGE_EXCEEDED', undefined, { status: 'FAILED', stage: 'SLIPPAGE_EXCEEDED' }],
  ['FAILED', 'INSUFFICIENT_ALLOWANCE', undefined, { status: 'FAILED', stage: 'NO_ALLOWANCE' }],
  ['FAILED', 'INSUFFICIENT_BALANCE', undefined, { status: 'FAILED', stage: 'NO_BALANCE' }],
  ['FAILED', 'EXPIRED', undefined, { status: 'FAILED', stage: 'EXPIRED' }],
  ['FAILED', 'UNKNOWN_ERROR', undefined, { status: 'FAILED', stage: 'FAILED' }],
  ['FAILED', 'REFUNDED', 8453, { status: 'FAILED', stage: 'REFUNDED', refundTx: arrivalTx }],
  ['A_WORD_OF_TOMORROW', undefined, undefined, { status: 'BRIDGING', stage: 'UNKNOWN' }],
];

describe('a transfer over LI.FI', () => {
  for (const [status, substatus = 'none', arrivedOn = 'nowhere', progress] of table) {
    it(`${status} with substatus ${substatus} and arrived ${arrivedOn} is ${progress.status} ${progress.stage}`, async () => {
      const body = statusBody(
        status,
        substatus === 'none' ? undefined : substatus,
        arrivedOn === 'nowhere' ? undefined : arrivedOn,
      );

      expect(await progressOf(body)).to.deep.equal(progress);
    });
  }

  it('is not asked about before its source transaction is mined', async () => {
    const api = scriptedApi([]);

    const progress = await trackTransfer(ref, null, api, signal);

    expect(progress).to.deep.equal({ status: 'BRIDGING', stage: 'SENDING' });
    expect(api.requests).to.deep.equal([]);
  });

  it('is under way while LI.FI knows nothing of it', async () => {
    expect(await progressOf({ message: 'Not found', code: 1003 }, 404)).to.deep.equal({
      status: 'BRIDGING',
      stage: 'NOT_INDEXED',
    });
  });

  it('is unknown where LI.FI refuses to tell or answers something else', async () => {
    expect(await orFault(() => progressOf({ message: 'no', code: 1011 }, 400))).to.equal(null);
    expect(await orFault(() => progressOf('DONE'))).to.equal(null);
  });

  it('names only transactions that a mutated answer named, and does not crash', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc
          .constantFrom(...table)
          .chain(([status, substatus, arrivedOn]) =>
            mutatedBody(statusBody(status, substatus, arrivedOn)),
          ),
        async (body) => {
          const progress = await orFault(() => progressOf(body));
          if (progress === null) return;

          expect(progress.status).to.be.oneOf(['BRIDGING', 'DONE', 'FAILED']);
          expect(progress.stage).to.be.oneOf(table.map(([, , , { stage }]) => stage));
          for (const hash of [progress.destTx, progress.refundTx])
            if (hash !== undefined)
              expect(JSON.stringify(body).toLowerCase()).to.include(`"${hash}"`);
        },
      ),
      { numRuns: 1_000 },
    );
  });
});

function progressOf(body: Json, status = 200): Promise<Progress> {
  return trackTransfer(ref, srcTx, scriptedApi([{ status, body }]), signal);
}
