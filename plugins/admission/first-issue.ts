import type { z } from 'zod';

/** The first thing a schema found wrong, with its place and without the value. */
export function firstIssue(error: z.ZodError): string {
  const issue = error.issues[0];
  if (issue === undefined) return 'it is not of the expected shape';
  const place = issue.path.map(String).join('.');
  const message = issue.message.replaceAll(/\s+/g, ' ').slice(0, 200);
  return place === '' ? message : `${place.slice(0, 80)}: ${message}`;
}
