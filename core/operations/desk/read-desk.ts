import type { DeskEntry, DeskSource } from './desk-entry.ts';

export interface Desk {
  /** Oldest first; items without a stored start come first. */
  readonly entries: readonly DeskEntry[];
  /** The number of further items. */
  readonly more: number;
}

/** Everything that waits for an operator, each with its command. */
export type ReadDesk = (limit: number) => Promise<Desk>;

export function readDesk(sources: readonly DeskSource[]): ReadDesk {
  return async (limit) => {
    const parts = await Promise.all(sources.map((source) => source(limit)));
    const entries = parts
      .flatMap((part) => part.entries)
      .toSorted((a, b) => (a.sinceMs ?? 0) - (b.sinceMs ?? 0))
      .slice(0, limit);
    const count = parts.reduce((sum, part) => sum + part.count, 0);
    return { entries, more: count - entries.length };
  };
}
