import type { z } from 'zod';

/** What was found, for a message: short, quoted, and never a whole object. */
export function showFound(value: unknown): string {
  if (typeof value === 'string')
    return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value);
  if (value === undefined) return 'nothing';
  if (value === null || typeof value === 'number' || typeof value === 'boolean')
    return String(value);
  if (typeof value === 'bigint') return `${value}n`;
  return Array.isArray(value) ? `a list of ${value.length}` : `a ${typeof value}`;
}

/** A schema's first issue, with its path and without the value. */
export function firstIssue({ issues }: Pick<z.ZodError, 'issues'>): string {
  const issue = issues[0];
  if (issue === undefined) return 'it is not of the expected shape';
  const place = issue.path.map(String).join('.');
  const message = issue.message.replaceAll(/\s+/g, ' ').slice(0, 200);
  return place === '' ? message : `${place.slice(0, 80)}: ${message}`;
}
