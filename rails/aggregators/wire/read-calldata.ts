import { type EvmAddress, evmAddress, type Hex } from '@interline/plugins';

/**
 * Reads one argument as Solidity's decoder does: its word is at `at`, its offset counts from
 * `base`, both in hex digits. Null where the decoder reverts: the data ends before the argument, or
 * the word is not a value of its type.
 */
export type ReadArgument<Value> = (digits: string, at: number, base: number) => Value | null;

/**
 * The arguments of a call or the members of a tuple, in order. A tuple of fixed size has no offset,
 * so its members are listed among its neighbours.
 */
type Arguments = Readonly<Record<string, ReadArgument<unknown>>>;

export type ArgumentValues<Of extends Arguments> = {
  readonly [Name in keyof Of]: Of[Name] extends ReadArgument<infer Value> ? Value : never;
};

const selectorChars = '0x12345678'.length;

const wordDigits = 64;

/**
 * The arguments after the selector, which is not checked. Ignores bytes after the last argument, as
 * the chain does. Null where an argument cannot be read.
 */
export function readArguments<Of extends Arguments>(of: Of, data: Hex): ArgumentValues<Of> | null {
  return readMembers(of, data.slice(selectorChars), 0);
}

function readMembers<Of extends Arguments>(
  of: Of,
  digits: string,
  start: number,
): ArgumentValues<Of> | null {
  const values: Record<string, unknown> = {};
  let at = start;
  for (const [name, read] of Object.entries(of)) {
    const value = read(digits, at, start);
    if (value === null) return null;
    values[name] = value;
    at += wordDigits;
  }
  // CAST: each name holds the value that its own reader returned.
  return values as ArgumentValues<Of>;
}

export const bytes32: ReadArgument<Hex> = (digits, at) =>
  at + wordDigits <= digits.length ? `0x${digits.slice(at, at + wordDigits)}` : null;

/**
 * The offset of bytes, text or a list that we do not need. It is not followed, because a contract
 * may follow it late or never, and the arguments beside it count in any case.
 */
export const unfollowed: ReadArgument<Hex> = (...word) => bytes32(...word);

export const uint256: ReadArgument<bigint> = (digits, at, base) => {
  const word = bytes32(digits, at, base);
  return word === null ? null : BigInt(word);
};

export const uint32 = uintBelow(1n << 32n);

export const uint64 = uintBelow(1n << 64n);

function uintBelow(end: bigint): ReadArgument<bigint> {
  return (digits, at, base) => {
    const value = uint256(digits, at, base);
    return value !== null && value < end ? value : null;
  };
}

const addressPadding = `0x${'0'.repeat(24)}`;

export const address: ReadArgument<EvmAddress> = (digits, at, base) => {
  const word = bytes32(digits, at, base);
  return word?.startsWith(addressPadding) === true
    ? evmAddress(`0x${word.slice(addressPadding.length)}`)
    : null;
};

export const bool: ReadArgument<boolean> = (digits, at, base) => {
  const value = uint256(digits, at, base);
  return value === 0n || value === 1n ? value === 1n : null;
};

/** A tuple with a member of variable size. */
export function tuple<Of extends Arguments>(of: Of): ReadArgument<ArgumentValues<Of>> {
  return (digits, at, base) => {
    const start = follow(digits, at, base);
    return start === null ? null : readMembers(of, digits, start);
  };
}

export const bytes: ReadArgument<Hex> = (digits, at, base) => {
  const held = spanAt(digits, follow(digits, at, base), 2);
  return held === null ? null : `0x${digits.slice(held.start, held.end)}`;
};

/** A list whose items take one word each. */
export function list<Item>(item: ReadArgument<Item>): ReadArgument<readonly Item[]> {
  return (digits, at, base) => {
    const held = spanAt(digits, follow(digits, at, base), wordDigits);
    if (held === null) return null;
    const items: Item[] = [];
    for (let place = held.start; place < held.end; place += wordDigits) {
      const read = item(digits, place, held.start);
      if (read === null) return null;
      items.push(read);
    }
    return items;
  };
}

/** The place that an offset points to; null outside the data. */
function follow(digits: string, at: number, base: number): number | null {
  const place = base + 2 * countAt(digits, at);
  return place <= digits.length ? place : null;
}

/** The span after a length word, in items of `itemDigits` digits; null outside the data. */
function spanAt(
  digits: string,
  at: number | null,
  itemDigits: number,
): { readonly start: number; readonly end: number } | null {
  if (at === null) return null;
  const start = at + wordDigits;
  const end = start + itemDigits * countAt(digits, at);
  return end <= digits.length ? { start, end } : null;
}

/**
 * A count of bytes or items; infinite where the word is missing. A count too large for a number
 * ends outside the data too.
 */
function countAt(digits: string, at: number): number {
  return Number(bytes32(digits, at, at) ?? Infinity);
}

const approve = '0x095ea7b3';

/**
 * The spender of an `approve(address,uint256)`; null for any other calldata. The amount is not
 * used: our own approvals are exact.
 */
export function approvedSpender(data: Hex): EvmAddress | null {
  return data.startsWith(approve)
    ? (readArguments({ spender: address, amount: uint256 }, data)?.spender ?? null)
    : null;
}

const transfer = /^0xa9059cbb0{24}(?<to>[0-9a-f]{40})(?<units>[0-9a-f]{64})$/i;

/** The arguments of an exact `transfer(address,uint256)`; null for any other calldata. */
export function readTransfer(
  data: Hex,
): { readonly to: EvmAddress; readonly units: bigint } | null {
  const { to, units } = transfer.exec(data)?.groups ?? {};
  return to === undefined || units === undefined
    ? null
    : { to: evmAddress(`0x${to}`), units: BigInt(`0x${units}`) };
}
