const longestMs = 3_600_000;
const shortestMs = 1_000;

/**
 * How long a `Retry-After` header asks us to wait, between a second and an hour; null where it says
 * nothing readable.
 */
export function retryAfterMs(header: string | undefined, nowMs: number): number | null {
  const asked =
    header === undefined ? null : (readSeconds(header.trim()) ?? readDate(header.trim(), nowMs));
  return asked === null ? null : Math.min(Math.max(asked, shortestMs), longestMs);
}

function readSeconds(text: string): number | null {
  return /^[0-9]{1,9}$/.test(text) ? Number(text) * 1_000 : null;
}

/** The one form of date that HTTP wants sent: `Sun, 06 Nov 1994 08:49:37 GMT`. */
function readDate(text: string, nowMs: number): number | null {
  if (!/^[A-Z][a-z]{2}, [0-9]{2} [A-Z][a-z]{2} [0-9]{4} [0-9]{2}:[0-9]{2}:[0-9]{2} GMT$/.test(text))
    return null;
  const atMs = Date.parse(text);
  return Number.isNaN(atMs) ? null : atMs - nowMs;
}
