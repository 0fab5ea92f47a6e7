import type { Preflight } from '@interline/core/transfer';
import type { preflightAnswer } from './preflight-schema.ts';
import { writeRankedRails } from './write-ranked-rails.ts';
import type * as z from 'zod';

export function writePreflight({
  blockers,
  warnings,
  rankedOffers,
}: Preflight): z.input<typeof preflightAnswer> {
  return {
    go: blockers.length === 0,
    blockers: blockers.map(({ code, reason, fix }) => ({
      code,
      error: reason,
      suggestedAction: fix,
    })),
    warnings: [...warnings],
    rankedRails: writeRankedRails(rankedOffers),
  };
}
