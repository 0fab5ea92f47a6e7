import { isRelayError, type Json, type Progress } from '@interline/plugins';
import { expect } from 'chai';
import { scriptedApi } from '../../testing/scripted-api.ts';
import type { UpstreamAnswer } from '../upstream.ts';
import { symbiosis } from './symbiosis.ts';
import { endTx, statusBody } from './testing/symbiosis-bodies.ts';

const srcTx = `0x${'11'.repeat(32)}` as const;
const ref = { fromChainId: 8453, toChainId: 42161 };

describe('a symbiosis swap under way', () => {
  for (const { code, tx, progress } of [
    { code: -1, tx: null, progress: { status: 'BRIDGING', stage: 'NOT_INDEXED' } },
    {
      code: 0,
      tx: { hash: endTx, chainId: 42161 },
      progress: { status: 'DONE', stage: 'DELIVERED', destTx: endTx },
    },
    { code: 1, tx: null, progress: { status: 'BRIDGING', stage: 'IN_TRANSIT' } },
    { code: 2, tx: null, progress: { status: 'BRIDGING', stage: 'STUCK' } },
    {
      code: 3,
      tx: { hash: endTx, chainId: 8453 },
      progress: { status: 'FAILED', stage: 'REFUNDED', refundTx: endTx },
    },
    { code: 4, tx: null, progress: { status: 'BRIDGING', stage: 'IN_TRANSIT' } },
  ] as const) {
    it(`with code ${code} is ${progress.status}, ${progress.stage}`, async () => {
      expect(await track({ status: 200, body: statusBody(code, tx) })).to.deep.equal(progress);
    });
  }

  it('is not indexed for about its first half minute', async () => {
    expect(await track({ status: 404, body: { message: 'tx not found' } })).to.deep.equal({
      status: 'BRIDGING',
      stage: 'NOT_INDEXED',
    });
  });

  it('is not asked for before its transaction is mined', async () => {
    const api = scriptedApi([]);

    expect(await symbiosis.track(ref, null, api, new AbortController().signal)).to.deep.equal({
      status: 'BRIDGING',
      stage: 'SENDING',
    });
    expect(api.requests).to.deep.equal([]);
  });

  it('is asked for by its source chain and hash', async () => {
    const api = scriptedApi([{ status: 200, body: statusBody(1) }]);

    await symbiosis.track(ref, srcTx, api, new AbortController().signal);

    expect(api.requests).to.deep.equal([
      { method: 'GET', path: `/crosschain/v2/tx/8453/${srcTx}` },
    ]);
  });

  for (const [named, tx, hash] of [
    ['without a chain', { hash: endTx }, endTx],
    ['on a chain where it cannot have ended', { hash: endTx, chainId: 13863860 }, undefined],
    ['by a malformed hash', { hash: 'EQBx7e57', chainId: 42161 }, undefined],
    ['not at all', null, undefined],
  ] as const) {
    it(`ends ${hash === undefined ? 'without' : 'with'} a hash where its transaction is named ${named}`, async () => {
      expect((await track({ status: 200, body: statusBody(0, tx) })).destTx).to.equal(hash);
      expect((await track({ status: 200, body: statusBody(3, tx) })).refundTx).to.equal(hash);
    });
  }

  it("takes the destination's hash for no refund, nor the source's for a delivery", async () => {
    expect(
      await track({ status: 200, body: statusBody(0, { hash: endTx, chainId: 8453 }) }),
    ).to.deep.equal({ status: 'DONE', stage: 'DELIVERED' });
    expect(
      await track({ status: 200, body: statusBody(3, { hash: endTx, chainId: 42161 }) }),
    ).to.deep.equal({ status: 'FAILED', stage: 'REFUNDED' });
  });

  for (const [answered, answer] of [
    ['another status', { status: 400, body: statusBody(0) }],
    ['a code that is text', { status: 200, body: statusBody('0') }],
    ['a code between two', { status: 200, body: statusBody(0.5) }],
    ['no status', { status: 200, body: {} }],
  ] as const) {
    it(`faults on ${answered}`, async () => {
      const failure: unknown = await track(answer).catch((error: unknown) => error);

      expect(isRelayError(failure) && failure.code).to.equal('RAIL_FAULT');
    });
  }
});

function track(answered: { readonly status: number; readonly body: Json }): Promise<Progress> {
  return symbiosis.track(
    ref,
    srcTx,
    scriptedApi([answered satisfies UpstreamAnswer]),
    new AbortController().signal,
  );
}
