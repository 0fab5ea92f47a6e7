import { expect } from 'chai';
import {
  acceptedUntilMs,
  currentKey,
  isForgotten,
  isSpentKey,
  keyLifetimeMs,
  nextKeyStart,
  type PassKey,
} from './key-ring.ts';

const dayMs = 86_400_000;
const ring = [keyOf(1, 0), keyOf(2, 30 * dayMs)];

describe('the ring of keys', () => {
  it("has one signing key, from the key's first moment to the one before its last", () => {
    const current = [0, 30 * dayMs - 1, 30 * dayMs, 60 * dayMs - 1, 60 * dayMs].map(
      (nowMs) => currentKey(ring, nowMs)?.seq ?? null,
    );

    expect(current).to.deep.equal([1, 1, 2, 2, null]);
    expect(currentKey([], 0)).to.equal(null);
  });

  it('has no signing key before its head is published, nor in the day after that', () => {
    const open = { ...keyOf(1, 0), signsFromMs: null };
    const late = { ...keyOf(1, 0), signsFromMs: 5 };

    expect(currentKey([open], 10)).to.equal(null);
    expect([currentKey([late], 4), currentKey([late], 5)]).to.deep.equal([null, late]);
  });

  it("has no signing key if the current key's private half is gone", () => {
    expect(currentKey([{ ...keyOf(1, 0), isDestroyed: true }], 10)).to.equal(null);
  });

  it('accepts passes of a key for 365 days after its end', () => {
    expect(acceptedUntilMs(keyOf(1, 0))).to.equal(395 * dayMs);
  });

  it('deletes the spent ids of a key a day after the last moment of its passes', () => {
    const key = keyOf(1, 0);

    expect([isForgotten(key, 396 * dayMs - 1), isForgotten(key, 396 * dayMs)]).to.deep.equal([
      false,
      true,
    ]);
  });

  it('destroys the private half a week after the end of its key', () => {
    const key = keyOf(1, 0);

    expect([isSpentKey(key, 37 * dayMs - 1), isSpentKey(key, 37 * dayMs)]).to.deep.equal([
      false,
      true,
    ]);
  });

  it('creates its first key at once, and the next one three days ahead, to start when the last ends', () => {
    expect([
      nextKeyStart([], 5),
      nextKeyStart(ring, 57 * dayMs - 1),
      nextKeyStart(ring, 57 * dayMs),
      nextKeyStart(ring, 60 * dayMs),
    ]).to.deep.equal([5, null, 60 * dayMs, 60 * dayMs]);
  });

  it('leaves a gap only if a whole window passed without the service', () => {
    expect([nextKeyStart(ring, 90 * dayMs - 1), nextKeyStart(ring, 90 * dayMs)]).to.deep.equal([
      60 * dayMs,
      90 * dayMs,
    ]);
  });
});

function keyOf(seq: number, notBeforeMs: number): PassKey {
  return {
    seq,
    thumb: `thumb-${seq}`,
    publicKey: { kty: 'RSA', alg: 'PS384', key_ops: ['verify'], ext: true, n: 'AQ', e: 'AQAB' },
    notBeforeMs,
    notAfterMs: notBeforeMs + keyLifetimeMs,
    signsFromMs: notBeforeMs,
    isDestroyed: false,
  };
}
