import { expect } from 'chai';
import type { z } from 'zod';
import {
  address,
  bridgeName,
  chainId,
  digits,
  duration,
  hexData,
  moment,
  positiveDigits,
  quantity,
  txHash,
  word,
} from './fields.ts';

const refused = 'refused';
const max = '115792089237316195423570985008687907853269984665640564039457584007913129639935';
const aboveMax = '115792089237316195423570985008687907853269984665640564039457584007913129639936';

interface Reader {
  readonly name: string;
  readonly schema: z.ZodType;
  readonly cases: readonly (readonly [unknown, unknown])[];
}

const readers: readonly Reader[] = [
  {
    name: 'digits',
    schema: digits,
    cases: [
      ['0', 0n],
      ['1', 1n],
      [max, 2n ** 256n - 1n],
      [aboveMax, refused],
      ['9'.repeat(5_000), refused],
      [1, refused],
      [1n, refused],
      ['', refused],
      ['-1', refused],
      ['01', refused],
      ['1.0', refused],
      ['1e3', refused],
      ['0x1', refused],
      [' 1', refused],
      ['1\n', refused],
      [null, refused],
    ],
  },
  {
    name: 'positive digits',
    schema: positiveDigits,
    cases: [
      ['1', 1n],
      ['0', refused],
      [max, 2n ** 256n - 1n],
      [aboveMax, refused],
      [1, refused],
    ],
  },
  {
    name: 'an address',
    schema: address,
    cases: [
      [`0x${'Ab'.repeat(20)}`, `0x${'ab'.repeat(20)}`],
      [`0x${'ab'.repeat(19)}`, refused],
      [`0x${'ab'.repeat(21)}`, refused],
      ['native', refused],
      [7, refused],
    ],
  },
  {
    name: 'call data',
    schema: hexData,
    cases: [
      ['0x', '0x'],
      ['0xDEad', '0xdead'],
      ['0xdea', refused],
      ['dead', refused],
      ['0xzz', refused],
      [`0x${'ab'.repeat(131_072)}`, refused],
    ],
  },
  {
    name: 'a transaction hash',
    schema: txHash,
    cases: [
      [`0x${'AB'.repeat(32)}`, `0x${'ab'.repeat(32)}`],
      [`0x${'ab'.repeat(31)}`, refused],
      [`0x${'ab'.repeat(33)}`, refused],
    ],
  },
  {
    name: 'a quantity',
    schema: quantity,
    cases: [
      ['0', 0n],
      ['0x0', 0n],
      ['0x00ff', 255n],
      ['255', 255n],
      ['0x', refused],
      ['', refused],
      [255, refused],
      ['-1', refused],
      ['1.5', refused],
      [`0x${'f'.repeat(64)}`, 2n ** 256n - 1n],
      [`0x1${'0'.repeat(64)}`, refused],
      [aboveMax, refused],
      ['9'.repeat(5_000), refused],
    ],
  },
  {
    name: 'a chain id',
    schema: chainId,
    cases: [
      [8453, 8453],
      ['8453', 8453],
      [0, refused],
      ['0', refused],
      [1.5, refused],
      ['0x2105', refused],
      [-1, refused],
    ],
  },
  {
    name: 'a duration',
    schema: duration,
    cases: [
      [3, 3],
      [2.1, 3],
      ['3', 3],
      ['2.1', 3],
      [0, 0],
      [-1, null],
      [31_536_001, null],
      ['99999999', null],
      ['soon', null],
      [Infinity, null],
      [undefined, null],
    ],
  },
  {
    name: 'a moment',
    schema: moment,
    cases: [
      [1_800_000_000, 1_800_000_000_000],
      [1_800_000_000_000, 1_800_000_000_000],
      ['1800000000', 1_800_000_000_000],
      ['2027-01-15T08:00:00Z', 1_800_000_000_000],
      ['2027-01-15T09:00:00.000+01:00', 1_800_000_000_000],
      [0, refused],
      [-1, refused],
      ['never', refused],
      [9e15, refused],
      ['2027-01-15', refused],
    ],
  },
  {
    name: 'a word',
    schema: word,
    cases: [
      ['a1-b:c.d_e', 'a1-b:c.d_e'],
      ['', refused],
      ['a b', refused],
      ['a'.repeat(128), 'a'.repeat(128)],
      ['a'.repeat(129), refused],
      [1, refused],
    ],
  },
  {
    name: 'the name of a bridge',
    schema: bridgeName,
    cases: [
      ['stargateV2', 'stargateV2'],
      ['Circle CCTP 2', 'Circle CCTP 2'],
      ['a'.repeat(40), 'a'.repeat(40)],
      ['a'.repeat(41), null],
      ['https://x.example', null],
      ['', null],
      [null, null],
      [undefined, null],
      [{}, null],
    ],
  },
];

describe('the readers of the wire', () => {
  for (const { name, schema, cases } of readers) {
    it(`read ${name}`, () => {
      for (const [written, wanted] of cases) {
        const read = schema.safeParse(written);
        expect(read.success ? read.data : refused, String(written).slice(0, 80)).to.equal(wanted);
      }
    });
  }
});
