import fc from 'fast-check';
import type { Hex } from '@interline/plugins';
import { expect } from 'chai';
import { anyAddress, anyUint256 } from '../testing/abi-values.ts';
import { contractOf } from '../testing/contract.ts';
import { itReadsLikeTheChain } from '../testing/reads-like-the-chain.ts';
import {
  address,
  approvedSpender,
  bool,
  bytes,
  bytes32,
  list,
  type ReadArgument,
  readArguments,
  readTransfer,
  tuple,
  uint256,
  uint32,
  uint64,
  unfollowed,
} from './read-calldata.ts';

const word = (value: bigint): string => value.toString(16).padStart(64, '0');
const call = (...words: readonly (bigint | string)[]): Hex =>
  `0x12345678${words.map((each) => (typeof each === 'string' ? each : word(each))).join('')}`;
const readOne = <Value>(read: ReadArgument<Value>, ...words: readonly (bigint | string)[]) =>
  readArguments({ it: read }, call(...words));

const party = 'ab'.repeat(20);
const abcd = `abcd${'00'.repeat(30)}`;

describe('a word of calldata', () => {
  const maxWord = 2n ** 256n - 1n;
  const cases: readonly (readonly [
    what: string,
    read: ReadArgument<unknown>,
    word: bigint,
    value: unknown,
  ])[] = [
    ['the largest number', uint256, maxWord, maxWord],
    ['the largest of 64 bits', uint64, 2n ** 64n - 1n, 2n ** 64n - 1n],
    ['one above 64 bits', uint64, 2n ** 64n, null],
    ['the largest of 32 bits', uint32, 2n ** 32n - 1n, 2n ** 32n - 1n],
    ['one above 32 bits', uint32, 2n ** 32n, null],
    ['an address', address, BigInt(`0x${party}`), `0x${party}`],
    ['an address with a bit above it', address, BigInt(`0x1${party}`), null],
    ['no', bool, 0n, false],
    ['yes', bool, 1n, true],
    ['neither yes nor no', bool, 2n, null],
    ['32 bytes', bytes32, 7n, `0x${word(7n)}`],
    ['an offset that is of no use', unfollowed, maxWord, `0x${'f'.repeat(64)}`],
  ];

  for (const [what, read, held, value] of cases) {
    it(`${value === null ? 'does not read as' : 'reads as'} ${what}`, () => {
      expect(readOne(read, held)).to.deep.equal(value === null ? null : { it: value });
    });
  }

  it('is whole, or is not read', () => {
    const whole = call(7n);

    expect(readArguments({ it: uint256 }, whole)).to.deep.equal({ it: 7n });
    expect(readArguments({ it: uint256 }, `0x${whole.slice(2, -2)}`)).to.equal(null);
    expect(readArguments({ it: uint256 }, '0x')).to.equal(null);
  });
});

describe('the arguments of a call', () => {
  it('are read in their order, whatever follows them', () => {
    expect(
      readArguments({ first: uint256, second: address }, call(1n, BigInt(`0x${party}`), 3n)),
    ).to.deep.equal({ first: 1n, second: `0x${party}` });
  });

  const reads: readonly (readonly [
    what: string,
    read: ReadArgument<unknown>,
    words: readonly (bigint | string)[],
    value: unknown,
  ])[] = [
    ['bytes', bytes, [32n, 2n, abcd], '0xabcd'],
    ['bytes without padding', bytes, [32n, 2n, 'abcd'], '0xabcd'],
    ['no bytes', bytes, [32n, 0n], '0x'],
    ['bytes that begin elsewhere than usual', bytes, [96n, 0n, 0n, 2n, abcd], '0xabcd'],
    ['bytes that begin between two words', bytes, [33n, `00${word(2n)}`, abcd], '0xabcd'],
    ['bytes whose length is their own offset', bytes, [0n, abcd], '0x'],
    ['a list', list(uint256), [32n, 2n, 5n, 6n], [5n, 6n]],
    ['an empty list', list(uint256), [32n, 0n], []],
    ['a tuple', tuple({ units: uint256 }), [32n, 5n], { units: 5n }],
    [
      'a tuple whose offsets count from its own beginning',
      tuple({ units: uint256, text: bytes }),
      [32n, 5n, 64n, 2n, abcd],
      { units: 5n, text: '0xabcd' },
    ],
    ['a tuple that overlaps its offset', tuple({ units: uint256 }), [0n], { units: 0n }],
  ];

  for (const [what, read, words, value] of reads) {
    it(`may be ${what}`, () => {
      expect(readOne(read, ...words)).to.deep.equal({ it: value });
    });
  }

  const unreadable: readonly (readonly [
    what: string,
    read: ReadArgument<unknown>,
    words: readonly (bigint | string)[],
  ])[] = [
    ['bytes one longer than the data', bytes, [32n, 3n, 'abcd']],
    ['bytes with half a length', bytes, [32n, '00'.repeat(31)]],
    ['bytes that begin where the data ends', bytes, [32n]],
    ['bytes far behind the data', bytes, [2n ** 256n - 1n, 0n]],
    ['bytes longer than any data', bytes, [32n, 2n ** 256n - 1n, abcd]],
    ['bytes that begin a word backwards', tuple({ text: bytes }), [32n, 2n ** 256n - 32n, 0n]],
    ['a list one longer than the data', list(uint256), [32n, 3n, 5n, 6n]],
    ['a list longer than any data', list(uint256), [32n, 2n ** 255n]],
    ['a list with an item that does not read', list(address), [32n, 2n, 5n, 2n ** 160n]],
    ['a tuple that breaks off', tuple({ units: uint256, more: uint256 }), [32n, 5n]],
    [
      'a tuple with a member that does not read',
      tuple({ units: uint256, yes: bool }),
      [32n, 5n, 2n],
    ],
  ];

  for (const [what, read, words] of unreadable) {
    it(`are unread where one is ${what}`, () => {
      expect(readOne(read, ...words)).to.equal(null);
    });
  }
});

const spender = '27a16dc786820b16e5c9028b75b99f6f604b5d26';
const units = 100_000_000n.toString(16).padStart(64, '0');

describe('an approval', () => {
  it('names its spender', () => {
    expect(approvedSpender(`0x095ea7b3${spender.padStart(64, '0')}${units}`)).to.equal(
      `0x${spender}`,
    );
  });

  const others: readonly (readonly [string, `0x${string}`])[] = [
    ['is not a call', '0x'],
    ['is a transfer', `0xa9059cbb${spender.padStart(64, '0')}${units}`],
    ['ends before its amount', `0x095ea7b3${spender.padStart(64, '0')}`],
  ];

  for (const [what, data] of others) {
    it(`names no spender where it ${what}`, () => {
      expect(approvedSpender(data)).to.equal(null);
    });
  }

  const token = contractOf('function approve(address spender, uint256 amount)');
  itReadsLikeTheChain({
    values: fc.tuple(anyAddress, anyUint256),
    encode: (values) => token.encode('approve', values),
    decode: (data) => token.decode('approve', data),
    read: approvedSpender,
    factsOf: ([named]) => named,
  });
});

const to = 'ab'.repeat(20);
const five = '5'.padStart(64, '0');

describe('a plain transfer', () => {
  it('is read to the byte', () => {
    expect(readTransfer(`0xa9059cbb${'0'.repeat(24)}${to}${five}`)).to.deep.equal({
      to: `0x${to}`,
      units: 5n,
    });
    expect(readTransfer(`0xa9059cbb${'0'.repeat(24)}${to}${'f'.repeat(64)}`)).to.deep.equal({
      to: `0x${to}`,
      units: 2n ** 256n - 1n,
    });
  });

  it('is nothing else', () => {
    const others = [
      '0x',
      `0x095ea7b3${'0'.repeat(24)}${to}${five}`,
      `0xa9059cbb${'0'.repeat(24)}${to}${five}00`,
      `0xa9059cbb${'0'.repeat(24)}${to}${five.slice(2)}`,
      `0xa9059cbb1${'0'.repeat(23)}${to}${five}`,
    ] as const;

    for (const data of others) expect(readTransfer(data), data).to.equal(null);
  });
});
