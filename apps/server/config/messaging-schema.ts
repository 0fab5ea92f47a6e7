import { mostCoverRows } from '@interline/core/messaging';
import { z } from 'zod';

export const messagingSchema = z.strictObject({
  enabled: z
    .boolean()
    .optional()
    .describe(
      'Whether clients can write to each other. Left out: the devnet has messages where it has passes, other deployments have none.',
    ),
  retentionDays: z
    .int()
    .min(2)
    .max(365)
    .default(14)
    .describe('Days on which a row can be read, the one on which it came included.'),
  coverRowsPerDay: z
    .int()
    .min(0)
    .max(mostCoverRows)
    .default(2_000)
    .describe(
      'Rows that no recipient can open, which the service adds by itself: how many a day on average.',
    ),
});
