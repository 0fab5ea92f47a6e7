import type { JsonRecord } from '@interline/client';

/**
 * Reads a field by its path; throws a message that names it when it is missing or of another kind.
 */
export function textField(body: JsonRecord, ...path: readonly string[]): string {
  const value = at(body, path);
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  throw new Error(`the service's answer lacks ${path.join('.')}`);
}

export function recordField(body: JsonRecord, ...path: readonly string[]): JsonRecord {
  const value = at(body, path);
  if (isRecord(value)) return value;
  throw new Error(`the service's answer lacks ${path.join('.')}`);
}

export function optionalText(body: JsonRecord, ...path: readonly string[]): string | null {
  const value = at(body, path);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
}

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function at(body: JsonRecord, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, key) => (isRecord(value) ? value[key] : undefined), body);
}
