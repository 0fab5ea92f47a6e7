/**
 * Puts known facts into sentences. Optional: what it says is checked against the facts, and no
 * answer depends on it.
 */
export interface Phrasing {
  /** Null where it had nothing to say or failed; never throws. */
  phrase(question: string, facts: readonly string[], signal: AbortSignal): Promise<string | null>;
}
