import type { Hex } from '@interline/plugins';
import { bytes32, type ReadArgument, wordDigits } from './calldata-words.ts';

/**
 * Arguments of a call or members of a tuple, in their order. A tuple of fixed size takes no offset,
 * so its members stand among its neighbours.
 */
export type Arguments = Readonly<Record<string, ReadArgument<unknown>>>;

export type ArgumentValues<Of extends Arguments> = {
  readonly [Name in keyof Of]: Of[Name] extends ReadArgument<infer Value> ? Value : never;
};

const selectorChars = '0x12345678'.length;

/**
 * What stands behind the selector, whatever that is; bytes after the last argument are ignored, as
 * on the chain. Null where an argument does not read.
 */
export function readArguments<Of extends Arguments>(of: Of, data: Hex): ArgumentValues<Of> | null {
  return readMembers(of, data.slice(selectorChars), 0);
}

/** A tuple with something of variable size in it. */
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

/** A list whose items take a word each. */
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
  // CAST: each name holds what its own reader answered.
  return values as ArgumentValues<Of>;
}

/** Where an offset leads, wherever that is inside the data. */
function follow(digits: string, at: number, base: number): number | null {
  const place = base + 2 * countAt(digits, at);
  return place <= digits.length ? place : null;
}

/** What a length stands in front of, in items of so many digits. */
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
 * A count of bytes or items; infinite where it is not there. One too large to be exact leaves the
 * data as well.
 */
function countAt(digits: string, at: number): number {
  return Number(bytes32(digits, at, at) ?? Infinity);
}
