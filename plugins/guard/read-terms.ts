import type { Log, RailPort, RailTerms } from '@interline/ports';
import { z } from 'zod';
import { firstIssue } from '../admission/show-found.ts';
import { chain } from './boundary-shapes.ts';
import { broken } from './plain-text.ts';

const microUsd = z
  .bigint()
  .min(0n)
  .max(10n ** 18n);

const shape = z.object({
  microTier: z
    .object({
      leastMicroUsd: microUsd,
      mostMicroUsd: microUsd,
      destinations: z.array(chain).max(1_000),
      subsidy: z.object({ perTransferMicroUsd: microUsd, perDayMicroUsd: microUsd }),
    })
    .optional(),
});

/** A rail's terms for clients; empty if they are invalid. */
export function readTerms(rail: RailPort, log: Log): RailTerms {
  const { id } = rail.manifest;
  try {
    const read = shape.safeParse(rail.terms?.() ?? {});
    // CAST: shape and bounds were just read; the brands say no more than that.
    if (read.success) return read.data as unknown as RailTerms;
    log.warn('rail.terms', { rail: id, message: broken(id, firstIssue(read.error)) });
  } catch (error) {
    log.warn('rail.terms', { rail: id, fault: error instanceof Error ? error.name : 'unknown' });
  }
  return {};
}
