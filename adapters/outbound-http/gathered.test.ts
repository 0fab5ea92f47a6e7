import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect } from 'chai';
import { gathered } from './gathered.ts';

const megabyte = 1024 * 1024;

/** What is still held, of the heap and beside it, in bytes. */
function heldBytes(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void; // CAST: as the flag exposes it.
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

describe('an answer, gathered', () => {
  for (const count of [0, 1, 2, 16, 17, 18, 33, 34, 1_000])
    it(`is what was sent, in ${count} chunks that cut characters apart`, () => {
      const sent = Buffer.from('grüße 😀 '.repeat(700)).subarray(0, count * 7);
      const body = gathered(sent.length);

      const taken = Array.from({ length: count }, (_, at) =>
        body.take(sent.subarray(at * 7, (at + 1) * 7)),
      );

      expect(taken.every(Boolean)).to.equal(true);
      expect(body.text()).to.equal(sent.toString('utf8'));
      expect(body.take(Buffer.from('x'))).to.equal(false);
    });

  it('holds little more than its own bytes if they come one at a time', () => {
    const sent = Buffer.alloc(megabyte, 'x');
    const body = gathered(megabyte);
    const before = heldBytes();

    for (let at = 0; at < megabyte; at += 1) body.take(sent.subarray(at, at + 1));

    expect(heldBytes() - before).to.be.lessThan(4 * megabyte);
    expect(body.text()).to.equal(sent.toString());
  });
});
