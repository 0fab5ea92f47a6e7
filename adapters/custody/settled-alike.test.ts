import { expect } from 'chai';
import { settledAlike } from './settled-alike.ts';

const never = new Promise<string>(() => undefined);
/** A clock whose timers fire on demand. */
function handClock() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { alarm: () => ({ rang: promise, cancel: () => undefined }), ring: resolve };
}
const node = (answer: Promise<string>, isResting = false) => ({ answer, isResting });
const words = (answer: string) => answer;
const valuesOf = (found: readonly PromiseSettledResult<string>[]) =>
  found.map((one) => (one.status === 'fulfilled' ? one.value : 'failed'));
/** The promise's state once all pending work has run. */
const nowOf = (of: Promise<unknown>): Promise<unknown> =>
  Promise.race([of, new Promise((resolve) => setImmediate(resolve, 'waits'))]);

describe('a question that is put to all nodes of a chain', () => {
  it('waits a little more for a third one once two say the same, and then goes on without it', async () => {
    const clock = handClock();
    const asked = [node(Promise.resolve('a')), node(never), node(Promise.resolve('a'))];
    const found = settledAlike(asked, { enough: 2, words, clock }).then(valuesOf);

    expect(await nowOf(found)).to.equal('waits');
    clock.ring();
    expect(await found).to.deep.equal(['a', 'a']);
  });

  it('waits for no more of one that failed lately', async () => {
    const clock = handClock();
    const asked = [node(Promise.resolve('a')), node(Promise.resolve('a')), node(never, true)];

    expect(valuesOf(await settledAlike(asked, { enough: 2, words, clock }))).to.deep.equal([
      'a',
      'a',
    ]);
  });

  it('waits for every node where no two say the same, also for one that failed lately', async () => {
    const clock = handClock();
    const late = Promise.withResolvers<string>();
    const asked = [
      node(Promise.resolve('a')),
      node(Promise.resolve('b')),
      node(late.promise, true),
    ];
    const found = settledAlike(asked, { enough: 2, words, clock }).then(valuesOf);
    clock.ring();

    expect(await nowOf(found)).to.equal('waits');
    late.resolve('b');
    expect(await found).to.deep.equal(['a', 'b', 'b']);
  });

  it('waits for every node where too few answer, and has the faults in their places', async () => {
    const clock = handClock();
    const asked = [node(Promise.reject(new Error('gone'))), node(Promise.resolve('a'))];

    expect(valuesOf(await settledAlike(asked, { enough: 2, words, clock }))).to.deep.equal([
      'failed',
      'a',
    ]);
  });

  it('waits for every node where those that are alike must agree with none', async () => {
    const clock = handClock();
    const asked = [node(Promise.resolve('a')), node(Promise.resolve('a')), node(never)];
    const found = settledAlike(asked, { enough: 2, words: () => null, clock });
    clock.ring();

    expect(await nowOf(found)).to.equal('waits');
  });

  it('has the answer of a third one that comes in the time it is given', async () => {
    const late = Promise.withResolvers<string>();
    const asked = [node(Promise.resolve('a')), node(Promise.resolve('a')), node(late.promise)];
    const found = settledAlike(asked, { enough: 2, words, clock: handClock() }).then(valuesOf);
    late.resolve('b');

    expect(await found).to.deep.equal(['a', 'a', 'b']);
  });
});
