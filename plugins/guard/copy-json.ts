import type { Json, JsonObject } from '@interline/kernel';

const maxJsonChars = 64_000;
const deepestJson = 20;

/**
 * A copy of an object that JSON preserves exactly; null for one with a bigint, undefined or an
 * instance in it, too deep, or above 64,000 characters.
 */
export function copyJsonObject(value: unknown): JsonObject | null {
  if (!isPlainObject(value)) return null;
  const copy = copyObject(value, 0);
  return copy !== undefined && JSON.stringify(copy).length <= maxJsonChars ? copy : null;
}

/** Every string in it, keys included. */
export function stringsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(stringsIn);
  return isPlainObject(value)
    ? Object.entries(value).flatMap(([key, item]) => [key, ...stringsIn(item)])
    : [];
}

/** Reads each member once, so that a getter cannot return two values. Undefined is not JSON. */
function copyValue(value: unknown, depth: number): Json | undefined {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (depth > deepestJson) return undefined;
  if (Array.isArray(value)) return copyList(value, depth);
  return isPlainObject(value) ? copyObject(value, depth) : undefined;
}

function copyList(list: readonly unknown[], depth: number): Json | undefined {
  const copies: Json[] = [];
  for (const item of list) {
    const copy = copyValue(item, depth + 1);
    if (copy === undefined) return undefined;
    copies.push(copy);
  }
  return copies;
}

function copyObject(
  object: Readonly<Record<string, unknown>>,
  depth: number,
): JsonObject | undefined {
  const copies: [string, Json][] = [];
  for (const [key, item] of Object.entries(object)) {
    const copy = copyValue(item, depth + 1);
    if (copy === undefined) return undefined;
    copies.push([key, copy]);
  }
  return Object.fromEntries(copies);
}

function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return (
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
  );
}
