import { RelayError } from '@interline/kernel';
import { badField, missingField } from './bad-field.ts';
import { shown } from './shown.ts';
import type * as z from 'zod';

/**
 * Reads a query or body by its schema. Names the first field at fault: `MISSING_FIELD` where it is
 * absent, else `BAD_REQUEST`. Each leaf's own `error` text says what is wanted, so the message
 * reads "live must be true or false".
 */
export function readShape<Schema extends z.ZodType>(
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
  return badField(
    field,
    `${JSON.stringify(field)} is no field of this request; correct or remove it`,
  );
}

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
