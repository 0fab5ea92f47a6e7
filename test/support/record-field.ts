import { isRecord, type JsonRecord } from '@interline/cli';

/** Reads an object by its path; throws a message that names it when it is missing or of another kind. */
export function recordField(body: JsonRecord, ...path: readonly string[]): JsonRecord {
  const value = path.reduce<unknown>(
    (found, key) => (isRecord(found) ? found[key] : undefined),
    body,
  );
  if (isRecord(value)) return value;
  throw new Error(`the service's answer lacks ${path.join('.')}`);
}
