import type { DeskEntry, DeskSource } from './desk-entry.ts';

export interface Desk {
  /** The oldest first; what has waited since a time that was not kept stands in front. */
  readonly entries: readonly DeskEntry[];
  /** How many more there are. */
  readonly more: number;
}

/** Everything that waits for a person, each with the command for it. */
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
