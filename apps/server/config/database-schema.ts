import { z } from 'zod';
import { secretRefSchema } from './secrets.ts';

const replicaSchema = z.strictObject({
  url: secretRefSchema.describe(
    'A standby of that PostgreSQL, as its `url`; only reads are asked of it, and the primary answers them where it is down.',
  ),
  maxLagSec: z
    .number()
    .min(1)
    .max(600)
    .default(10)
    .describe('How old, in seconds, what it shows may be; where it lags more, it is not asked.'),
});

export const databaseSchema = z.strictObject({
  url: secretRefSchema.describe(
    'A PostgreSQL that several instances share, such as postgres://user:password@host/name.',
  ),
  schema: z
    .string()
    .regex(/^[a-z][a-z0-9_]{0,62}$/, 'wanted a lower-case name')
    .optional()
    .describe('The schema in it where this store lives. Left out: named after the profile.'),
  replica: replicaSchema
    .optional()
    .describe(
      'A replica for the public feed, the scorecard, figures of the posture and archived receipts, which may lag. Left out: none.',
    ),
});
