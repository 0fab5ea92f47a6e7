import type * as z from 'zod';
import { RelayError } from '@interline/kernel';

/**
 * Reads a query or body by its schema. Names the first field at fault: `MISSING_FIELD` where it is
 * absent, else `BAD_REQUEST`. Each leaf's own `error` text says what is wanted, so the message
 * reads "live must be true or false".
 */
export function parseShape<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): z.output<Schema> {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw issue === undefined ? new RelayError('BAD_REQUEST') : refusal(issue, value);
}

function refusal(issue: z.core.$ZodIssue, value: unknown): RelayError {
  if (issue.code === 'unrecognized_keys') return unknownField(issue);
  const field = nameOf(issue.path) || 'the body';
  const found = at(value, issue.path);
  return found === undefined
    ? missingField(field, issue.message)
    : // What was meant as a secret is one, even where it cannot be taken.
      badField(
        field,
        `${field} must be ${issue.message}; got ${field === 'secret' ? 'another' : shown(found)}`,
      );
}

function unknownField({ path, keys }: z.core.$ZodIssueUnrecognizedKeys): RelayError {
  const field = nameOf([...path, keys[0] ?? '']).slice(0, 80);
  const home = homes[field];
  return badField(
    field,
    `${JSON.stringify(field)} is not a field of this request; ${home === undefined ? 'correct or remove it' : `send it as ${home}`}`,
  );
}

/** Where a field belongs that clients have put one level too high. */
const homes: Readonly<Record<string, string>> = { allowance: 'permit2.allowance' };

function nameOf(path: readonly PropertyKey[]): string {
  return path.map(String).join('.');
}

function at(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined,
    value,
  );
}

/**
 * Reads a part of the path. Text that cannot name anything is not at a path of ours: 404, as the
 * spec says of bad ids.
 */
export function parseParams<Schema extends z.ZodObject>(
  schema: Schema,
  params: Readonly<Record<string, string>>,
): z.output<Schema> {
  const read = schema.safeParse(params);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new RelayError(
    'NOT_FOUND',
    {},
    `there is nothing of this name: ${String(issue?.path[0] ?? 'it')} must be ${issue?.message ?? 'a name'}`,
  );
}

/** A query string as fields; a field given twice is refused, because either could count. */
export function parseQuery(querystring: string): Readonly<Record<string, string>> {
  if (querystring === '') return {};
  const fields = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(querystring)) {
    if (fields.has(name))
      throw badField(
        name.slice(0, 40),
        `${JSON.stringify(name.slice(0, 40))} is given twice in the query`,
      );
    fields.set(name, value);
  }
  return Object.fromEntries(fields);
}

/**
 * Whether an Accept header asks for a media type by its name; a wildcard does not, and neither does
 * `q=0`.
 */
export function namesType(accept: string | undefined, type: string): boolean {
  return (accept ?? '').split(',').some((range) => {
    const [name = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    return name === type && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });
}

/** A field of the wrong shape; the message says what was found and what is wanted. */
export function badField(field: string, message: string): RelayError {
  return new RelayError('BAD_REQUEST', { field }, message);
}

export function missingField(field: string, wanted: string): RelayError {
  return new RelayError('MISSING_FIELD', { field }, `${field} is missing; wanted ${wanted}`);
}

/**
 * A client's value as a refusal shows it: short, and never a long string, which may be a signature
 * or a pass.
 */
export function shown(value: unknown): string {
  if (typeof value === 'string')
    return value.length > 40 ? `a string of ${value.length} characters` : JSON.stringify(value);
  if (value === null) return 'null';
  if (Array.isArray(value))
    return value.length === 1 ? 'an array of 1 item' : `an array of ${value.length} items`;
  return typeof value === 'number' || typeof value === 'boolean'
    ? `${value}`
    : `an ${typeof value}`;
}
