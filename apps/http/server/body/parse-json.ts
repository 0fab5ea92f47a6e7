import { type ErrorDetails, isRecord, RelayError } from '@interline/kernel';
import { isUtf8 } from 'node:buffer';
import { shown } from '../parse/parse-shape.ts';

/**
 * A request body as a JSON object; no bytes are an empty one. Refuses bytes that are not UTF-8,
 * and all that `parseJsonText` refuses.
 */
export function parseJsonObject(bytes: Buffer): Readonly<Record<string, unknown>> {
  if (bytes.length === 0) return {};
  if (!isUtf8(bytes)) throw new RelayError('BAD_REQUEST', {}, 'the body is not valid UTF-8');
  const value = parseJsonText(bytes.toString('utf8'), 'the body');
  if (!isRecord(value))
    throw new RelayError('BAD_REQUEST', {}, `the body must be a JSON object; got ${shown(value)}`);
  return value;
}

const deepestJson = 32;

/**
 * Any JSON value a client wrote; `what` names it in refusals. Refuses what two parsers could read
 * differently, or what could reach a prototype: nesting beyond 32, a key written twice,
 * `__proto__`, `constructor.prototype`.
 */
export function parseJsonText(text: string, what: string): unknown {
  const value = parse(text, what);
  const { depth, members } = measureJson(text);
  if (depth > deepestJson)
    throw refused(`${what} is nested ${depth} deep; at most ${deepestJson} is read`);
  // Parsing keeps the last of equal keys, so fewer keys than colons means that one was written
  // twice.
  if (countMembers(value, what) !== members)
    throw refused(`${what} writes the same key twice in one object`);
  return value;
}

function parse(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new RelayError('BAD_REQUEST', {}, `${what} is not JSON`, { cause: error });
  }
}

/** Members in the value and all it holds. Its depth is known to be bounded. */
function countMembers(value: unknown, what: string): number {
  if (Array.isArray(value))
    return value.reduce<number>((sum, item) => sum + countMembers(item, what), 0);
  if (!isRecord(value)) return 0;
  const keys = Object.keys(value);
  let members = keys.length;
  for (const key of keys) {
    const inner = value[key];
    if (key === '__proto__') throw refused(`${what} has a key "__proto__"`, { field: key });
    if (key === 'constructor' && isRecord(inner) && Object.hasOwn(inner, 'prototype')) {
      throw refused(`${what} has a key "constructor.prototype"`, {
        field: 'constructor.prototype',
      });
    }
    members += countMembers(inner, what);
  }
  return members;
}

function refused(message: string, details: ErrorDetails = {}): RelayError {
  return new RelayError('BAD_REQUEST', details, message);
}

const quote = 0x22,
  backslash = 0x5c,
  colon = 0x3a,
  openBrace = 0x7b,
  closeBrace = 0x7d,
  openBracket = 0x5b,
  closeBracket = 0x5d;

/**
 * How deep a valid JSON text nests and how many `key: value` members it writes. One pass, strings
 * are hopped over.
 */
export function measureJson(text: string): { depth: number; members: number } {
  let depth = 0;
  let open = 0;
  let members = 0;
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case quote:
        at = closingQuote(text, at);
        break;
      case colon:
        members += 1;
        break;
      case openBrace:
      case openBracket:
        open += 1;
        if (open > depth) depth = open;
        break;
      case closeBrace:
      case closeBracket:
        open -= 1;
        break;
    }
  }
  return { depth, members };
}

/**
 * A quote ends its string when an even number of backslashes precedes it. Runs of backslashes never
 * overlap, so this stays linear.
 */
function closingQuote(text: string, opening: number): number {
  for (let at = text.indexOf('"', opening + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let before = at - 1;
    while (text.charCodeAt(before) === backslash) before -= 1;
    if ((at - before) % 2 === 1) return at;
  }
  return text.length;
}
