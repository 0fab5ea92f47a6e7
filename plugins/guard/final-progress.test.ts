import { expect } from 'chai';
import { FinalProgress } from './final-progress.ts';

const done = { status: 'DONE', stage: 'DELIVERED' } as const;
const bridging = { status: 'BRIDGING', stage: 'SENDING' } as const;

describe('the memory of final transfers', () => {
  it('believes the first final word, whatever comes after it', () => {
    const final = new FinalProgress();

    expect(final.settle({ id: 1 }, bridging)).to.deep.equal(bridging);
    expect(final.settle({ id: 1 }, done)).to.deep.equal(done);
    expect(final.settle({ id: 1 }, { status: 'FAILED', stage: 'LOST' })).to.deep.equal(done);
  });

  it('knows a ref by its content, nested or in another order', () => {
    const final = new FinalProgress();
    final.settle({ a: 1, b: { c: [2], d: null } }, done);

    expect(final.of({ b: { d: null, c: [2] }, a: 1 })).to.deep.equal(done);
    expect(final.of({ a: 1, b: { c: [3], d: null } })).to.equal(undefined);
  });

  it('forgets the oldest when it is full', () => {
    const final = new FinalProgress(2);
    for (const id of [1, 2, 3]) final.settle({ id }, done);

    expect([1, 2, 3].map((id) => final.of({ id }) !== undefined)).to.deep.equal([false, true, true]);
  });
});
