import { expect } from 'chai';
import { MinuteShares } from './minute-shares.ts';

describe("the senders' shares of a relay's minute", () => {
  it('give each a quarter of what is left, so that three who take all they can leave almost half to others', () => {
    const shares = new MinuteShares(4_000, () => 0);

    const taken = ['a', 'b', 'c', 'a', 'd'].map((sender) => takeAll(shares, sender));

    expect(taken).to.deep.equal([800, 650, 512, 0, 412]);
  });

  it('do not change by one request of a stranger', () => {
    const shares = new MinuteShares(4_000, () => 0);
    for (let n = 0; n < 49; n += 1) shares.take('a');

    expect(takeAll(shares, 'b')).to.equal(800);
  });

  it('do not change by nine requests of a stranger either, even with a small quota', () => {
    const shares = new MinuteShares(160, () => 0);
    for (let n = 0; n < 9; n += 1) shares.take('a');

    expect(takeAll(shares, 'b')).to.equal(32);
  });

  it('get back what is returned within its minute, and no more in the next one', () => {
    let nowMs = 0;
    const shares = new MinuteShares(4_000, () => nowMs);
    const giveBack = Array.from({ length: 800 }, () => shares.take('a'));
    for (const one of giveBack.slice(1)) one?.();
    const within = takeAll(shares, 'b');
    nowMs = 60_000;
    takeAll(shares, 'a');
    giveBack[0]?.();

    expect([within, shares.take('a')]).to.deep.equal([800, null]);
  });

  it('are full again with the next whole minute', () => {
    let nowMs = 59_999;
    const shares = new MinuteShares(4_000, () => nowMs);
    const before = [takeAll(shares, 'a'), takeAll(shares, 'a')];
    nowMs = 60_000;

    expect([before, takeAll(shares, 'a')]).to.deep.equal([[800, 0], 800]);
  });

  it('allow at least one request, even with a small quota', () => {
    const shares = new MinuteShares(1, () => 0);

    expect([takeAll(shares, 'a'), takeAll(shares, 'b')]).to.deep.equal([1, 1]);
  });
});

function takeAll(shares: MinuteShares, sender: string): number {
  let taken = 0;
  while (shares.take(sender)) taken += 1;
  return taken;
}
