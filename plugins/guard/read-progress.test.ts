import { expect } from 'chai';
import { FinalProgress } from './read-progress.ts';

const done = { status: 'DONE', stage: 'DELIVERED' } as const;
const failed = { status: 'FAILED', stage: 'REFUNDED', refundTx: '0xdef' } as const;
const bridging = { status: 'BRIDGING', stage: 'SENDING' } as const;

describe('the memory of final transfers', () => {
  it('takes no final word back to something under way', () => {
    const final = new FinalProgress();

    expect(final.settle({ id: 1 }, bridging)).to.deep.equal(bridging);
    expect(final.settle({ id: 1 }, done)).to.deep.equal(done);
    expect(final.settle({ id: 1 }, bridging)).to.deep.equal(done);
  });

  it('believes the newest of two final words: a transfer that was called done may have been given back', () => {
    const final = new FinalProgress();
    final.settle({ id: 1 }, done);

    expect(final.settle({ id: 1 }, failed)).to.deep.equal(failed);
    expect(final.settle({ id: 1 }, bridging)).to.deep.equal(failed);
  });

  it('keeps a transaction that was named once', () => {
    const final = new FinalProgress();
    final.settle({ id: 1 }, { ...done, destTx: '0xabc' });

    expect(final.settle({ id: 1 }, done)).to.deep.equal({ ...done, destTx: '0xabc' });
  });

  it('knows a ref by its content, nested or in another order', () => {
    const final = new FinalProgress();
    final.settle({ a: 1, b: { c: [2], d: null } }, done);

    expect(final.settle({ b: { d: null, c: [2] }, a: 1 }, bridging)).to.deep.equal(done);
    expect(final.settle({ a: 1, b: { c: [3], d: null } }, bridging)).to.deep.equal(bridging);
  });

  it('forgets the oldest when it is full', () => {
    const final = new FinalProgress(2);
    for (const id of [1, 2, 3]) final.settle({ id }, done);

    expect([1, 2, 3].map((id) => final.settle({ id }, bridging).status)).to.deep.equal([
      'BRIDGING',
      'DONE',
      'DONE',
    ]);
  });
});
