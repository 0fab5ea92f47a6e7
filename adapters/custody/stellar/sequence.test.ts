import { expect } from 'chai';
import { type ChannelLayout, freeBelow, placeOf, slotAt } from './sequence.ts';

/** Four channels that were made in ledgers 16 and 32; the float has taken five slots before. */
const layout: ChannelLayout = {
  firstSlot: 5,
  bases: [16n << 32n, 32n << 32n, 32n << 32n, 32n << 32n],
};

describe('a slot on Stellar', () => {
  it('is a sequence number of the float before there are channels', () => {
    expect([0, 4].map((slot) => placeOf(layout, slot))).to.deep.equal([
      { channel: 0, sequence: (16n << 32n) + 1n },
      { channel: 0, sequence: (16n << 32n) + 5n },
    ]);
  });

  it('goes to each channel in turn then, the float first', () => {
    expect([5, 6, 7, 8, 9, 10].map((slot) => placeOf(layout, slot))).to.deep.equal([
      { channel: 0, sequence: (16n << 32n) + 6n },
      { channel: 1, sequence: (32n << 32n) + 1n },
      { channel: 2, sequence: (32n << 32n) + 1n },
      { channel: 3, sequence: (32n << 32n) + 1n },
      { channel: 0, sequence: (16n << 32n) + 7n },
      { channel: 1, sequence: (32n << 32n) + 2n },
    ]);
  });

  it('is found by its sequence number again', () => {
    const slots = Array.from({ length: 100 }, (_, slot) => slot);

    const found = slots.map((slot) => {
      const { channel, sequence } = placeOf(layout, slot);
      return slotAt(layout, channel, sequence);
    });

    expect(found).to.deep.equal(slots);
  });

  it('is free while its channel has not come to it, though the others are further', () => {
    const upTo = (slot: number) =>
      [0, 1, 2, 3].map((channel) => {
        const taken = [5, 6, 7, 8, 9, 10, 11, 12].filter(
          (one) => one < slot && placeOf(layout, one).channel === channel,
        );
        const last = taken.at(-1);
        const base = (layout.bases[channel] ?? 0n) + (channel === 0 ? 5n : 0n);
        return last === undefined ? base : placeOf(layout, last).sequence;
      });
    const [float = 0n, first = 0n, , third = 0n] = upTo(13);
    const [, , second = 0n] = upTo(7);

    expect(freeBelow(layout, upTo(13), 13)).to.deep.equal([]);
    expect(freeBelow(layout, [float, first, second, third], 13)).to.deep.equal([7, 11]);
    expect(freeBelow(layout, [float, first, second, third], 11)).to.deep.equal([7]);
    expect(freeBelow(layout, upTo(5), 7)).to.deep.equal([5, 6]);
  });

  it('is the count of the account where it has no channels', () => {
    const alone = { firstSlot: 0, bases: [16n << 32n] };

    expect(placeOf(alone, 7)).to.deep.equal({ channel: 0, sequence: (16n << 32n) + 8n });
    expect(slotAt(alone, 0, (16n << 32n) + 8n)).to.equal(7);
  });
});
