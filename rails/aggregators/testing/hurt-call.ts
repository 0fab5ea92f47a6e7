import type { Hex } from '@interline/plugins';
import fc from 'fast-check';

const wordOf = (value: bigint): string => value.toString(16).padStart(64, '0');

/**
 * Invalid or unusual values of an offset, a length, an address or a number: anything, a position
 * inside the data or close after it, a step backwards.
 */
const otherWord = fc
  .oneof(
    fc.bigInt({ min: 0n, max: (1n << 256n) - 1n }),
    fc.bigInt({ min: 0n, max: 1_000n }),
    fc.nat({ max: 24 }).map((words) => BigInt(32 * words)),
    fc.integer({ min: 1, max: 160 }).map((steps) => (1n << 256n) - BigInt(steps)),
    fc.nat({ max: 255 }).map((bit) => 1n << BigInt(bit)),
  )
  .map(wordOf);

/** The call with one word replaced, or truncated. */
export function hurtCall(sound: fc.Arbitrary<Hex>): fc.Arbitrary<Hex> {
  const withOtherWord = fc.tuple(sound, fc.nat(), otherWord).map(([data, seat, word]): Hex => {
    const at = 10 + 64 * (seat % Math.floor((data.length - 10) / 64));
    return `0x${data.slice(2, at)}${word}${data.slice(at + 64)}`;
  });
  const cutOff = fc
    .tuple(sound, fc.nat())
    .map(
      ([data, length]): Hex => `0x${data.slice(2, 10 + 2 * (length % ((data.length - 10) / 2)))}`,
    );
  return fc.oneof({ weight: 9, arbitrary: withOtherWord }, { weight: 1, arbitrary: cutOff });
}
