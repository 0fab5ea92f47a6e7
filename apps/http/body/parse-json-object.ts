import { isUtf8 } from 'node:buffer';
import { type ErrorDetails, RelayError } from '@interline/domain';
import { measureJson } from './measure-json.ts';
import { shown } from '../read/shown.ts';

export const deepestJson = 32;

/**
 * A request body as a JSON object; no bytes are an empty one. Refuses what two parsers could read differently, or
 * what could reach a prototype: invalid UTF-8, nesting beyond 32, a key written twice, `__proto__`, `constructor.prototype`.
 */
export function parseJsonObject(bytes: Buffer): Readonly<Record<string, unknown>> {
  if (bytes.length === 0) return {};
  if (!isUtf8(bytes)) throw refused('the body is not valid UTF-8');
  const text = bytes.toString('utf8');
  const value = parse(text);
  if (!isObject(value)) throw refused(`the body must be a JSON object; got ${shown(value)}`);

  const { depth, members } = measureJson(text);
  if (depth > deepestJson) throw refused(`the body is nested ${depth} deep; at most ${deepestJson} is read`);
  // Parsing keeps the last of equal keys, so fewer keys than colons means that one was written twice.
  if (countMembers(value) !== members) throw refused('the body writes the same key twice in one object');
  return value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new RelayError('BAD_REQUEST', {}, 'the body is not JSON', { cause: error });
  }
}

/** Members in the value and all it holds. Its depth is known to be bounded. */
function countMembers(value: unknown): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + countMembers(item), 0);
  if (!isObject(value)) return 0;
  const keys = Object.keys(value);
  let members = keys.length;
  for (const key of keys) {
    const inner = value[key];
    if (key === '__proto__') throw refused('the body has a key "__proto__"', { field: key });
    if (key === 'constructor' && isObject(inner) && Object.hasOwn(inner, 'prototype')) {
      throw refused('the body has a key "constructor.prototype"', { field: 'constructor.prototype' });
    }
    members += countMembers(inner);
  }
  return members;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function refused(message: string, details: ErrorDetails = {}): RelayError {
  return new RelayError('BAD_REQUEST', details, message);
}
