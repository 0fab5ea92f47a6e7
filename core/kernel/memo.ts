import { RelayError } from './error.ts';

export const memoTypes = ['text', 'id', 'hash', 'return'] as const;

export type MemoType = (typeof memoTypes)[number];

/** Data beside a payment with which an exchange identifies its customer. */
export interface Memo {
  readonly type: MemoType;
  /** Text unchanged; an id in decimal digits; a hash or return as 64 lower-case hex digits. */
  readonly value: string;
}

/**
 * A recipient's name in a list of allowed recipients. Customers of an exchange share its address,
 * so a client that may choose the memo chooses who gets the money.
 */
export function recipientName(address: string, memo?: Memo): string {
  return memo === undefined ? address : `${address}?memo=${memo.type}:${memo.value}`;
}

const mostTextBytes = 28;
const mostId = 2n ** 64n - 1n;

/**
 * Reads a memo in Stellar's four forms (XDR `Memo`): 1 to 28 bytes of UTF-8, an unsigned number of
 * 64 bits, or 32 bytes, which may be written in hex or in padded base64. Throws `BAD_REQUEST`.
 */
export function readMemo(type: MemoType, value: string): Memo {
  switch (type) {
    case 'text':
      return { type, value: readText(value) };
    case 'id':
      return { type, value: readId(value) };
    case 'hash':
    case 'return':
      return { type, value: readHash(value, type) };
  }
}

/** Control characters mean nothing in a memo, and databases reject NUL. */
function readText(value: string): string {
  const bytes = utf8Length(value);
  if (!value.isWellFormed() || /\p{Cc}/u.test(value))
    throw bad('a memo of type text must be UTF-8 without control characters; correct it');
  if (bytes < 1 || bytes > mostTextBytes)
    throw bad(
      `a memo of type text must have 1 to ${mostTextBytes} bytes of UTF-8; this one has ${bytes}`,
    );
  return value;
}

function readId(value: string): string {
  if (!/^(0|[1-9][0-9]{0,19})$/.test(value) || BigInt(value) > mostId)
    throw bad(`a memo of type id must be a whole number from 0 to ${mostId} in decimal digits`);
  return value;
}

function readHash(value: string, type: MemoType): string {
  if (/^[0-9a-fA-F]{64}$/.test(value)) return value.toLowerCase();
  // 32 bytes leave two bits in the last character, which must be zero.
  if (/^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/.test(value)) return hexOfBase64(value.slice(0, 43));
  throw bad(`a memo of type ${type} must be 32 bytes: 64 hex digits, or 44 characters of base64`);
}

function utf8Length(text: string): number {
  return [...text].reduce((sum, character) => {
    const point = character.codePointAt(0) ?? 0;
    return sum + (point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x1_0000 ? 3 : 4);
  }, 0);
}

const base64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** 43 characters are 258 bits: 32 bytes and two bits of padding. */
function hexOfBase64(characters: string): string {
  const bits = [...characters].reduce(
    (sum, character) => (sum << 6n) | BigInt(base64.indexOf(character)),
    0n,
  );
  return (bits >> 2n).toString(16).padStart(64, '0');
}

function bad(message: string): RelayError {
  return new RelayError('BAD_REQUEST', { field: 'memo' }, message);
}
