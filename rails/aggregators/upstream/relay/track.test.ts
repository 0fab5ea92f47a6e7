import type { Json, Progress } from '@interline/plugins';
import { expect } from 'chai';
import fc from 'fast-check';
import { mutatedBody } from '../../testing/mutated-body.ts';
import { orFault } from '../../testing/or-fault.ts';
import { scriptedApi } from '../../testing/scripted-api.ts';
import { requestId, sentTx, srcTx, statusBody } from './testing/relay-bodies.ts';
import { trackTransfer } from './track.ts';

const { signal } = new AbortController();
const earlierTx = `0x${'e5'.repeat(32)}`;

const table: readonly (readonly [what: string, body: Json, progress: Progress])[] = [
  [
    'waiting',
    statusBody('waiting', { inTxHashes: [], txHashes: [] }),
    { status: 'BRIDGING', stage: 'NOT_INDEXED' },
  ],
  ['depositing', statusBody('depositing'), { status: 'BRIDGING', stage: 'CONFIRMING' }],
  ['pending', statusBody('pending'), { status: 'BRIDGING', stage: 'FILLING' }],
  ['submitted', statusBody('submitted'), { status: 'BRIDGING', stage: 'DELIVERING' }],
  ['delayed', statusBody('delayed'), { status: 'BRIDGING', stage: 'DELAYED' }],
  ['success', statusBody('success'), { status: 'DONE', stage: 'DELIVERED', destTx: sentTx }],
  [
    'success in two transactions',
    statusBody('success', { txHashes: [earlierTx, sentTx] }),
    { status: 'DONE', stage: 'DELIVERED', destTx: sentTx },
  ],
  [
    'success without a transaction',
    statusBody('success', { txHashes: null }),
    { status: 'DONE', stage: 'DELIVERED' },
  ],
  [
    'success that names the deposit alone',
    statusBody('success', { txHashes: [srcTx] }),
    { status: 'DONE', stage: 'DELIVERED' },
  ],
  [
    'refund',
    statusBody('refund', { failReason: 'SLIPPAGE' }),
    { status: 'FAILED', stage: 'REFUNDED', refundTx: sentTx },
  ],
  [
    'refunded, the older word',
    statusBody('refunded'),
    { status: 'FAILED', stage: 'REFUNDED', refundTx: sentTx },
  ],
  [
    'refund without a transaction',
    statusBody('refund', { txHashes: [] }),
    { status: 'FAILED', stage: 'REFUNDED' },
  ],
  [
    'failure',
    statusBody('failure', { txHashes: [], failReason: 'UNKNOWN', refundFailReason: 'N/A' }),
    { status: 'FAILED', stage: 'FAILED' },
  ],
  [
    'failure whose refund failed',
    statusBody('failure', { refundFailReason: 'AMOUNT_TOO_LOW_TO_REFUND' }),
    { status: 'FAILED', stage: 'REFUND_FAILED' },
  ],
  [
    'fallback, a word it does not explain',
    statusBody('fallback'),
    { status: 'BRIDGING', stage: 'UNKNOWN' },
  ],
  ['a word of tomorrow', statusBody('teleporting'), { status: 'BRIDGING', stage: 'UNKNOWN' }],
];

describe('a transfer over Relay', () => {
  for (const [what, body, progress] of table) {
    it(`with ${what} is ${progress.status} ${progress.stage}`, async () => {
      expect(await progressOf(body)).to.deep.equal(progress);
    });
  }

  it('is not asked about before its deposit is mined', async () => {
    const api = scriptedApi([]);

    const progress = await trackTransfer({ requestId }, null, api, signal);

    expect(progress).to.deep.equal({ status: 'BRIDGING', stage: 'SENDING' });
    expect(api.requests).to.deep.equal([]);
  });

  it('is under way while Relay knows nothing of it', async () => {
    expect(await progressOf({ message: 'Request not found' }, 404)).to.deep.equal({
      status: 'BRIDGING',
      stage: 'NOT_INDEXED',
    });
  });

  it('is unknown where Relay refuses to tell or answers something else', async () => {
    expect(await orFault(() => progressOf({ message: 'no' }, 400))).to.equal(null);
    expect(await orFault(() => progressOf('success'))).to.equal(null);
  });

  it('names only transactions that a mutated answer named, and does not crash', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...table).chain(([, body]) => mutatedBody(body)),
        async (body) => {
          const progress = await orFault(() => progressOf(body));
          if (progress === null) return;

          expect(progress.status).to.be.oneOf(['BRIDGING', 'DONE', 'FAILED']);
          expect(progress.stage).to.be.oneOf(table.map(([, , { stage }]) => stage));
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
  return trackTransfer({ requestId }, srcTx, scriptedApi([{ status, body }]), signal);
}
