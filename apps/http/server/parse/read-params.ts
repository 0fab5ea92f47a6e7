import { RelayError } from '@interline/kernel';
import type * as z from 'zod';

/**
 * Reads what stands in a path. What cannot be the name of anything is at no path of ours: 404, as
 * the spec says of bad ids.
 */
export function readParams<Schema extends z.ZodObject>(
  schema: Schema,
  params: Readonly<Record<string, string>>,
): z.output<Schema> {
  const read = schema.safeParse(params);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new RelayError(
    'NOT_FOUND',
    {},
    `there is nothing at this path: ${String(issue?.path[0] ?? 'it')} must be ${issue?.message ?? 'a name'}`,
  );
}
