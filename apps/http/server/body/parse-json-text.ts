import { type ErrorDetails, RelayError } from '@interline/kernel';
import { measureJson } from './measure-json.ts';

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

export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
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
  if (!isJsonObject(value)) return 0;
  const keys = Object.keys(value);
  let members = keys.length;
  for (const key of keys) {
    const inner = value[key];
    if (key === '__proto__') throw refused(`${what} has a key "__proto__"`, { field: key });
    if (key === 'constructor' && isJsonObject(inner) && Object.hasOwn(inner, 'prototype')) {
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
