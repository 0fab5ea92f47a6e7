import type { ErrorCode } from '@interline/kernel';

/** Something that would make execute refuse, or lose the money. */
export interface Blocker {
  readonly code: ErrorCode;
  readonly reason: string;
  /** What to do about it, in a sentence. */
  readonly fix: string;
}

export interface Findings {
  readonly blockers: readonly Blocker[];
  /** What the caller should know and execute does not mind. */
  readonly warnings: readonly string[];
}

export const nothingFound: Findings = { blockers: [], warnings: [] };

/**
 * Everything that was found, each thing once: two questions to one silent chain are one blocker.
 */
export function mergeFindings(all: readonly Findings[]): Findings {
  const blockers = new Map(
    all
      .flatMap((one) => one.blockers)
      .map((blocker) => [`${blocker.code}|${blocker.reason}`, blocker]),
  );
  return { blockers: [...blockers.values()], warnings: all.flatMap((one) => one.warnings) };
}
