import type { Admission, Quota } from '@interline/ports';

type Refusal = Extract<Admission, { readonly isAdmitted: false }>;

/** Beyond these the oldest is forgotten: it costs one more look into the table. */
const mostKept = 10_000;

/**
 * A bucket that is full stays so until the moment it was refused for, whoever asks: until then the
 * same request is refused without a look into the table. So a client that does not heed its limit
 * is no load for the database.
 */
export class KeptRefusals {
  /** Until when, the longest kept first. */
  readonly #untilMs = new Map<string, number>();

  keep(buckets: readonly string[], quota: Quota, untilMs: number): void {
    this.#untilMs.set(nameOf(buckets, quota), untilMs);
    const [oldest] = this.#untilMs.keys();
    if (this.#untilMs.size > mostKept && oldest !== undefined) this.#untilMs.delete(oldest);
  }

  find(buckets: readonly string[], quota: Quota, nowMs: number): Refusal | null {
    const name = nameOf(buckets, quota);
    const untilMs = this.#untilMs.get(name);
    if (untilMs === undefined) return null;
    if (untilMs > nowMs) return { isAdmitted: false, retryAfterMs: Math.ceil(untilMs - nowMs) };
    this.#untilMs.delete(name);
    return null;
  }
}

/** With the quota: one that was raised has room where the lower one had none. */
function nameOf(buckets: readonly string[], { requests }: Quota): string {
  return JSON.stringify([requests, ...buckets]);
}
