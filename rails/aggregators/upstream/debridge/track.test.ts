import { isRelayError, type Json, type Progress } from '@interline/plugins';
import { expect } from 'chai';
import { scriptedApi } from '../../testing/scripted-api.ts';
import type { UpstreamAnswer } from '../upstream.ts';
import { debridge } from './debridge.ts';
import { fillTx, orderId, refundTx, storyBody } from './testing/debridge-bodies.ts';

const srcTx = `0x${'11'.repeat(32)}` as const;

describe('a debridge order under way', () => {
  for (const { status, progress } of [
    { status: 'None', progress: { status: 'BRIDGING', stage: 'NOT_INDEXED' } },
    { status: 'Created', progress: { status: 'BRIDGING', stage: 'AWAITING_FILL' } },
    { status: 'Fulfilled', progress: { status: 'DONE', stage: 'DELIVERED', destTx: fillTx } },
    { status: 'SentUnlock', progress: { status: 'DONE', stage: 'DELIVERED', destTx: fillTx } },
    { status: 'ClaimedUnlock', progress: { status: 'DONE', stage: 'DELIVERED', destTx: fillTx } },
    { status: 'OrderCancelled', progress: { status: 'BRIDGING', stage: 'REFUNDING' } },
    { status: 'SentOrderCancel', progress: { status: 'BRIDGING', stage: 'REFUNDING' } },
    { status: 'ClaimedOrderCancel', progress: { status: 'FAILED', stage: 'REFUNDED', refundTx } },
    { status: 'SomethingNew', progress: { status: 'BRIDGING', stage: 'IN_TRANSIT' } },
  ] as const) {
    it(`${status} is ${progress.status}, ${progress.stage}`, async () => {
      const story = storyBody(
        status,
        status.includes('Cancel') ? { refund: refundTx } : { fill: fillTx },
      );

      expect(await track([state(status), { status: 200, body: story }])).to.deep.equal(progress);
    });
  }

  it('is asked for by its id, and its hashes only once something moved for good', async () => {
    const open = scriptedApi([state('Created')]);
    const filled = scriptedApi([
      state('Fulfilled'),
      { status: 200, body: storyBody('Fulfilled', { fill: fillTx }) },
    ]);

    await debridge.track({ orderId }, srcTx, open, new AbortController().signal);
    await debridge.track({ orderId }, srcTx, filled, new AbortController().signal);

    expect(open.requests.map(({ path }) => path)).to.deep.equal([
      `/v1.0/dln/order/${orderId}/status`,
    ]);
    expect(filled.requests.map(({ path }) => path)).to.deep.equal([
      `/v1.0/dln/order/${orderId}/status`,
      `/api/Orders/${orderId}`,
    ]);
  });

  it('is not asked for before its transaction is mined', async () => {
    const api = scriptedApi([]);

    expect(
      await debridge.track({ orderId }, null, api, new AbortController().signal),
    ).to.deep.equal({ status: 'BRIDGING', stage: 'SENDING' });
    expect(api.requests).to.deep.equal([]);
  });

  it('is not indexed yet while the service does not know it', async () => {
    expect(await track([{ status: 404, body: { errorMessage: 'order not found' } }])).to.deep.equal(
      { status: 'BRIDGING', stage: 'NOT_INDEXED' },
    );
  });

  for (const [behind, story] of [
    ['does not know it', { status: 404, body: null }],
    ['names no fill', { status: 200, body: storyBody('Created') }],
    [
      'names a fill that is not a hash',
      { status: 200, body: storyBody('Fulfilled', { fill: 'pending' }) },
    ],
  ] as const) {
    it(`is DONE without a hash while the stats service ${behind}`, async () => {
      expect(await track([state('Fulfilled'), story])).to.deep.equal({
        status: 'DONE',
        stage: 'DELIVERED',
      });
    });
  }

  for (const [behind, story, progress] of [
    ['does not know it', { status: 404, body: null }, { status: 'BRIDGING', stage: 'REFUNDING' }],
    [
      'still has it cancelling',
      { status: 200, body: storyBody('SentOrderCancel') },
      { status: 'BRIDGING', stage: 'REFUNDING' },
    ],
    [
      'has it claimed and names no hash',
      { status: 200, body: storyBody('ClaimedOrderCancel') },
      { status: 'FAILED', stage: 'REFUNDED' },
    ],
  ] as const) {
    it(`claimed back is ${progress.status}, ${progress.stage}, where the stats service ${behind}`, async () => {
      expect(await track([state('ClaimedOrderCancel'), story])).to.deep.equal(progress);
    });
  }

  for (const [answered, answers] of [
    ['another status', [{ status: 400, body: {} }]],
    ['a state that is not text', [state(3)]],
    ['nothing', [{ status: 200, body: null }]],
    ['no story', [state('Fulfilled'), { status: 200, body: 'gone' }]],
    ['another status for the story', [state('Fulfilled'), { status: 403, body: {} }]],
  ] as const) {
    it(`faults on ${answered}`, async () => {
      const failure: unknown = await track(answers).catch((error: unknown) => error);

      expect(isRelayError(failure) && failure.code).to.equal('RAIL_FAULT');
    });
  }
});

function state(status: Json): UpstreamAnswer {
  return { status: 200, body: { orderId, status } };
}

function track(answers: readonly UpstreamAnswer[]): Promise<Progress> {
  return debridge.track({ orderId }, srcTx, scriptedApi(answers), new AbortController().signal);
}
