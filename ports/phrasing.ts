/**
 * Phrases known facts as sentences. Optional: its text is checked against the facts, and no answer
 * depends on it.
 */
export interface Phrasing {
  /** Null if it has nothing to say or fails; never throws. */
  phrase(question: string, facts: readonly string[], signal: AbortSignal): Promise<string | null>;
}
