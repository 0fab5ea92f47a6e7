import type { Hex, JsonObject, Progress } from '@interline/plugins';
import { RelayError } from '@interline/plugins';
import { expect } from 'chai';
import { scriptedApi } from '../../testing/scripted-api.ts';
import { oneclick } from './oneclick.ts';
import { depositAddress, statusBody } from './testing/oneclick-bodies.ts';

const srcTx: Hex = `0x${'a1'.repeat(32)}`;
const destTx: Hex = `0x${'b2'.repeat(32)}`;
const refundTx: Hex = `0x${'c3'.repeat(32)}`;
const ref = { depositAddress, deadlineMs: 1_800_001_200_000, signature: 'ed25519:5e' };
const signal = new AbortController().signal;

describe("where oneclick's transfers stand", () => {
  it('is asked by the deposit address, mined or not', async () => {
    const api = scriptedApi([{ status: 200, body: statusBody('PENDING_DEPOSIT', []) }]);

    await oneclick.track(ref, null, api, signal);
    await oneclick.track(ref, srcTx, api, signal);

    const request = { method: 'GET', path: '/v0/status', query: { depositAddress } };
    expect(api.requests).to.deep.equal([request, request]);
  });

  const words: readonly (readonly [string, Progress])[] = [
    ['PENDING_DEPOSIT', { status: 'BRIDGING', stage: 'DEPOSITING' }],
    ['INCOMPLETE_DEPOSIT', { status: 'BRIDGING', stage: 'DEPOSIT_INCOMPLETE' }],
    ['KNOWN_DEPOSIT_TX', { status: 'BRIDGING', stage: 'CONFIRMING' }],
    ['PROCESSING', { status: 'BRIDGING', stage: 'SWAPPING' }],
    ['SUCCESS', { status: 'DONE', stage: 'DELIVERED', destTx }],
    ['REFUNDED', { status: 'FAILED', stage: 'REFUNDED' }],
    ['FAILED', { status: 'FAILED', stage: 'FAILED' }],
    ['https://what.is/this', { status: 'BRIDGING', stage: 'UNKNOWN' }],
  ];

  for (const [word, progress] of words) {
    it(`is ${progress.status} for ${word}`, async () => {
      expect(await progressFor(statusBody(word, [srcTx], [destTx]))).to.deep.equal(progress);
    });
  }

  for (const word of ['REFUNDED', 'FAILED']) {
    it(`names the refund of ${word} where it is distinguishable from the deposit`, async () => {
      const refund = { status: 'FAILED', stage: word, refundTx };
      const untold = { status: 'FAILED', stage: word };

      expect(await progressFor(statusBody(word, [srcTx, refundTx]))).to.deep.equal(refund);
      expect(await progressFor(statusBody(word, [refundTx, srcTx]))).to.deep.equal(refund);
      expect(await progressFor(statusBody(word, [srcTx, refundTx]), null)).to.deep.equal(untold);
      expect(await progressFor(statusBody(word, [refundTx]))).to.deep.equal(untold);
      expect(await progressFor(statusBody(word, [srcTx, refundTx, destTx]))).to.deep.equal(untold);
    });
  }

  it('is BRIDGING while the address is not known', async () => {
    expect(
      await oneclick.track(
        ref,
        srcTx,
        scriptedApi([{ status: 404, body: { message: 'not found' } }]),
        signal,
      ),
    ).to.deep.equal({ status: 'BRIDGING', stage: 'NOT_INDEXED' });
  });

  it('is overdue once the deadline is past, and not at it', async () => {
    expect(await progressFor(statusBody('PROCESSING', []), srcTx, 1_800_001_200_000)).to.deep.equal(
      { status: 'BRIDGING', stage: 'SWAPPING' },
    );
    expect(await progressFor(statusBody('PROCESSING', []), srcTx, 1_800_001_200_001)).to.deep.equal(
      { status: 'BRIDGING', stage: 'OVERDUE' },
    );
    expect(
      await progressFor(statusBody('SUCCESS', [], [destTx]), srcTx, 1_800_001_200_001),
    ).to.deep.equal({ status: 'DONE', stage: 'DELIVERED', destTx });
  });

  it('names no destination transaction from a malformed hash', async () => {
    const odd = {
      ...statusBody('SUCCESS', []),
      swapDetails: { destinationChainTxHashes: [{ hash: 'pending' }], originChainTxHashes: 'none' },
    };

    expect(await progressFor(odd)).to.deep.equal({ status: 'DONE', stage: 'DELIVERED' });
    expect(await progressFor({ status: 'SUCCESS' })).to.deep.equal({
      status: 'DONE',
      stage: 'DELIVERED',
    });
  });

  it('is a fault where the answer or the ref cannot be read', async () => {
    const faults = await Promise.all(
      [progressFor({ message: 'ok' }), oneclick.track({}, srcTx, scriptedApi([]), signal)].map(
        (progress) => progress.catch((error: unknown) => error),
      ),
    );

    for (const fault of faults)
      expect(fault).to.be.instanceOf(RelayError).and.have.property('code', 'RAIL_FAULT');
  });
});

function progressFor(
  body: JsonObject,
  deposit: Hex | null = srcTx,
  nowMs = 1_800_000_000_000,
): Promise<Progress> {
  return oneclick.track(ref, deposit, scriptedApi([{ status: 200, body }], {}, nowMs), signal);
}
