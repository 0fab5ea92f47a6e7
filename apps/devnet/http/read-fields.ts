import { RequestRefused } from './request-refused.ts';

/**
 * The members of a JSON object that has no others than the known ones; `what` names it in the
 * refusal.
 */
export function readFields(
  value: unknown,
  what: string,
  known: readonly string[],
): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new RequestRefused(
      400,
      `${what} is ${shown(value)}; wanted an object with ${known.join(', ')}`,
    );
  }
  const stranger = Object.keys(value).find((key) => !known.includes(key));
  if (stranger !== undefined) {
    throw new RequestRefused(
      400,
      `${what} has the unknown key "${stranger}"; wanted ${known.join(', ')}`,
    );
  }
  return { ...value };
}

/** A value as a refusal shows it: short, whatever was sent. */
export function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'missing';
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}
