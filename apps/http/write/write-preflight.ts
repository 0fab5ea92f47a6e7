import type { Preflight } from '@interline/usecases';
import type * as z from 'zod';
import type { preflightAnswer } from '../wire/preflight.ts';
import { writeRankedRails } from './write-ranked-rails.ts';

export function writePreflight({
  blockers,
  warnings,
  rankedWays,
}: Preflight): z.input<typeof preflightAnswer> {
  return {
    go: blockers.length === 0,
    blockers: blockers.map(({ code, reason, fix }) => ({
      code,
      error: reason,
      suggestedAction: fix,
    })),
    warnings: [...warnings],
    rankedRails: writeRankedRails(rankedWays),
  };
}
