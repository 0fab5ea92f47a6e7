import { type Hex, type JsonObject, type Progress, RelayError } from '@interline/plugins';
import { expect } from 'chai';
import { scriptedApi } from '../../testing/scripted-api.ts';
import { stargate } from './stargate.ts';

const srcTx: Hex = `0x${'a1'.repeat(32)}`;
const destTx: Hex = `0x${'b2'.repeat(32)}`;
const signal = new AbortController().signal;

describe("where stargate's transfers stand", () => {
  it('is asked of layerzero by the source transaction', async () => {
    const api = scriptedApi([{ status: 200, body: { data: [message('INFLIGHT')] } }]);

    await stargate.track({ endpointId: 30110 }, srcTx, api, signal);

    expect(api.requests).to.deep.equal([
      { method: 'GET', at: 'status', path: `/v1/messages/tx/${srcTx}` },
    ]);
  });

  it('is not asked before there is one', async () => {
    const api = scriptedApi([]);

    const progress = await stargate.track({ endpointId: 30110 }, null, api, signal);

    expect(progress).to.deep.equal({ status: 'BRIDGING', stage: 'SENDING' });
    expect(api.requests).to.have.length(0);
  });

  const words: readonly (readonly [string, Progress])[] = [
    ['INFLIGHT', { status: 'BRIDGING', stage: 'IN_FLIGHT' }],
    ['CONFIRMING', { status: 'BRIDGING', stage: 'CONFIRMING' }],
    ['DELIVERED', { status: 'DONE', stage: 'DELIVERED', destTx }],
    ['FAILED', { status: 'FAILED', stage: 'FAILED' }],
    ['PAYLOAD_STORED', { status: 'FAILED', stage: 'PAYLOAD_STORED' }],
    ['BLOCKED', { status: 'FAILED', stage: 'BLOCKED' }],
    ['APPLICATION_BURNED', { status: 'FAILED', stage: 'BURNED' }],
    ['APPLICATION_SKIPPED', { status: 'FAILED', stage: 'SKIPPED' }],
    ['UNRESOLVABLE_COMMAND', { status: 'FAILED', stage: 'UNRESOLVABLE' }],
    ['https://what.is/this', { status: 'BRIDGING', stage: 'UNKNOWN' }],
  ];

  for (const [word, progress] of words) {
    it(`is ${progress.status} for ${word}`, async () => {
      expect(await progressFor([message(word)])).to.deep.equal(progress);
    });
  }

  it('is BRIDGING while nothing is known of the transaction', async () => {
    const unseen: Progress = { status: 'BRIDGING', stage: 'NOT_INDEXED' };

    expect(
      await stargate.track(
        { endpointId: 30110 },
        srcTx,
        scriptedApi([{ status: 404, body: null }]),
        signal,
      ),
    ).to.deep.equal(unseen);
    expect(await progressFor([])).to.deep.equal(unseen);
    expect(await progressFor([message('DELIVERED', 30111)])).to.deep.equal(unseen);
  });

  it('names no destination transaction from a malformed hash', async () => {
    expect(
      await progressFor([{ ...message('DELIVERED'), destination: { tx: { txHash: 'pending' } } }]),
    ).to.deep.equal({ status: 'DONE', stage: 'DELIVERED' });
    expect(await progressFor([{ status: { name: 'DELIVERED' } }])).to.deep.equal({
      status: 'DONE',
      stage: 'DELIVERED',
    });
  });

  it("is our message's state where a batch sent several", async () => {
    const both = [message('DELIVERED', 30111), message('INFLIGHT')];

    expect(await progressFor(both)).to.deep.equal({
      status: 'BRIDGING',
      stage: 'IN_FLIGHT',
    });
  });

  it('is what all of them say where a batch sent several to one chain', async () => {
    expect(await progressFor([message('DELIVERED'), message('INFLIGHT')])).to.deep.equal({
      status: 'BRIDGING',
      stage: 'SEVERAL_MESSAGES',
    });
    expect(await progressFor([message('DELIVERED'), message('FAILED')])).to.deep.equal({
      status: 'BRIDGING',
      stage: 'SEVERAL_MESSAGES',
    });
    expect(await progressFor([message('DELIVERED'), message('DELIVERED')])).to.deep.equal({
      status: 'DONE',
      stage: 'DELIVERED',
    });
  });

  it('is a fault where the answer cannot be read', async () => {
    const failure = await stargate
      .track(
        { endpointId: 30110 },
        srcTx,
        scriptedApi([{ status: 400, body: { message: 'bad' } }]),
        signal,
      )
      .catch((error: unknown) => error);

    expect(failure).to.be.instanceOf(RelayError).and.have.property('code', 'RAIL_FAULT');
  });
});

function message(name: string, dstEid = 30110): JsonObject {
  return {
    pathway: { srcEid: 30184, dstEid, nonce: 48_211 },
    source: { status: 'SUCCEEDED', tx: { txHash: srcTx } },
    destination: { status: 'SUCCEEDED', tx: { txHash: destTx } },
    status: { name, message: 'Executor transaction confirmed' },
  };
}

function progressFor(data: readonly JsonObject[]): Promise<Progress> {
  return stargate.track(
    { endpointId: 30110 },
    srcTx,
    scriptedApi([{ status: 200, body: { data } }]),
    signal,
  );
}
