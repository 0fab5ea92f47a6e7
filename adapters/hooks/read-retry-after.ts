/**
 * The header's seconds or date as milliseconds from now; null where it says neither, or a time that
 * is past.
 */
export function readRetryAfter(text: string | undefined, nowMs: number): number | null {
  if (text === undefined) return null;
  const waitMs = /^[0-9]{1,9}$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - nowMs;
  return waitMs > 0 ? waitMs : null;
}
