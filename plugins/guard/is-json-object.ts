import type { JsonObject } from '@interline/domain';

export const maxJsonChars = 64_000;

/** True for an object that survives JSON as it is: no bigint, no undefined, no instance, and not above 64,000 characters. */
export function isJsonObject(value: unknown): value is JsonObject {
  return isPlainObject(value) && isJson(value, 0) && JSON.stringify(value).length <= maxJsonChars;
}

/** Every string in it, keys included. */
export function stringsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(stringsIn);
  return isPlainObject(value) ? Object.entries(value).flatMap(([key, item]) => [key, ...stringsIn(item)]) : [];
}

function isJson(value: unknown, depth: number): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (depth > 20) return false;
  if (Array.isArray(value)) return value.every((item) => isJson(item, depth + 1));
  return isPlainObject(value) && Object.values(value).every((item) => isJson(item, depth + 1));
}

function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
