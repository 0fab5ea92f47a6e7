import { RelayError } from '@interline/plugins';
import { expect } from 'chai';
import fc from 'fast-check';
import { mutatedBody } from '../../testing/mutated-body.ts';
import { orFault } from '../../testing/or-fault.ts';
import { scriptedApi } from '../../testing/scripted-api.ts';
import { across } from './across.ts';

const srcTx = `0x${'5c'.repeat(32)}` as const;
const fill = `0x${'f1'.repeat(32)}` as const;
const refund = `0x${'4e'.repeat(32)}` as const;

const statusBody = {
  status: 'filled',
  originChainId: 8453,
  destinationChainId: 42161,
  depositId: '2458871',
  depositTxnRef: srcTx,
  fillTxnRef: fill,
  depositRefundTxnRef: refund,
  actionsSucceeded: null,
  pagination: { currentIndex: 0, maxIndex: 0 },
};

const signal = new AbortController().signal;
const track = (body: unknown, status = 200) =>
  across.track({}, srcTx, scriptedApi([{ status, body }]), signal);
const read = (said: object, status = 200) => track({ ...statusBody, ...said }, status);

describe('a status of Across', () => {
  for (const { said, progress } of [
    { said: { status: 'filled' }, progress: { status: 'DONE', stage: 'DELIVERED', destTx: fill } },
    {
      said: { status: 'filled', actionsSucceeded: true },
      progress: { status: 'DONE', stage: 'DELIVERED', destTx: fill },
    },
    {
      said: { status: 'filled', actionsSucceeded: false },
      progress: { status: 'FAILED', stage: 'DELIVERED_OTHER_TOKEN', destTx: fill },
    },
    {
      said: { status: 'filled', fillTxnRef: null },
      progress: { status: 'DONE', stage: 'DELIVERED' },
    },
    {
      said: { status: 'refunded' },
      progress: { status: 'FAILED', stage: 'REFUNDED', refundTx: refund },
    },
    {
      said: { status: 'refunded', depositRefundTxnRef: null },
      progress: { status: 'FAILED', stage: 'REFUNDED' },
    },
    { said: { status: 'expired' }, progress: { status: 'BRIDGING', stage: 'EXPIRED' } },
    { said: { status: 'slowFillRequested' }, progress: { status: 'BRIDGING', stage: 'SLOW_FILL' } },
    { said: { status: 'pending' }, progress: { status: 'BRIDGING', stage: 'FILLING' } },
    { said: { status: 'teleported' }, progress: { status: 'BRIDGING', stage: 'UNKNOWN' } },
    ...[
      {},
      { currentIndex: 0 },
      { maxIndex: '0' },
      { maxIndex: 0.5 },
      { maxIndex: null },
      [],
      'none',
      null,
    ].map((pagination) => ({
      said: { pagination },
      progress: { status: 'DONE', stage: 'DELIVERED', destTx: fill },
    })),
    {
      said: { pagination: { currentIndex: 0, maxIndex: 1 } },
      progress: { status: 'BRIDGING', stage: 'SEVERAL_DEPOSITS' },
    },
  ]) {
    it(`${JSON.stringify(said)} is ${progress.status} ${progress.stage}`, async () => {
      expect(await read(said)).to.deep.equal(progress);
    });
  }

  it('reads under its older names as well', async () => {
    expect(await track({ status: 'filled', depositTxHash: srcTx, fillTx: fill })).to.deep.equal({
      status: 'DONE',
      stage: 'DELIVERED',
      destTx: fill,
    });
    expect(await track({ status: 'refunded', depositRefundTxHash: refund })).to.deep.equal({
      status: 'FAILED',
      stage: 'REFUNDED',
      refundTx: refund,
    });
  });

  it('is under way before the deposit is indexed', async () => {
    expect(await read({ type: 'AcrossApiError' }, 404)).to.deep.equal({
      status: 'BRIDGING',
      stage: 'NOT_INDEXED',
    });
  });

  for (const { what, status, said } of [
    { what: 'an error', status: 400, said: { type: 'AcrossApiError', code: 'INVALID_PARAM' } },
    { what: 'an answer without a status', status: 200, said: { status: undefined } },
    {
      what: 'an answer that cannot say whether the actions succeeded',
      status: 200,
      said: { actionsSucceeded: 'false' },
    },
    { what: 'an answer for another deposit', status: 200, said: { depositTxnRef: refund } },
  ]) {
    it(`is a fault in ${what}`, async () => {
      const failure: unknown = await read(said, status).catch((error: unknown) => error);

      expect(failure).to.be.instanceOf(RelayError).with.property('code', 'RAIL_FAULT');
    });
  }

  it('read from a mutated body names only transactions that the body names', async () => {
    await fc.assert(
      fc.asyncProperty(mutatedBody(statusBody), async (body) => {
        const progress = await orFault(() => track(body));

        if (progress === null) return;
        expect(['BRIDGING', 'DONE', 'FAILED']).to.include(progress.status);
        for (const hash of [progress.destTx, progress.refundTx])
          expect(JSON.stringify(body).toLowerCase()).to.include(hash ?? '');
      }),
      { numRuns: 1_000 },
    );
  });
});
