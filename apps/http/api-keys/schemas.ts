import * as z from 'zod';
import { epochMs } from '../server/schemas/fields.ts';

const label = z
  .string({ error: 'a name for the key, of at most 80 characters' })
  .regex(/^[^\p{Cc}]{0,80}$/u, { error: 'a name for the key, of at most 80 characters' });

const wantedDays = 'how many days it is good for, 1 to 3650';

export const createKeyBody = z.strictObject({
  label: label.optional().meta({ description: 'your own name for the key' }),
  expiresInDays: z
    .int({ error: wantedDays })
    .min(1, { error: wantedDays })
    .max(3_650, { error: wantedDays })
    .optional()
    .meta({ description: `${wantedDays}; without it the key has no end`, examples: [90] }),
});

const expires = z
  .int()
  .nullable()
  .meta({ description: 'epoch milliseconds; null where it has no end' });

export const keyCreated = z
  .object({
    key: z
      .string()
      .regex(/^ak_[0-9a-f]{48}$/)
      .meta({ description: 'shown this once', examples: [`ak_${'0'.repeat(48)}`] }),
    label: z.string(),
    created: epochMs,
    expires,
    note: z.string(),
  })
  .meta({ id: 'KeyCreated' });

export const keyDeleted = z
  .object({ deleted: z.literal(true), note: z.string() })
  .meta({ id: 'KeyDeleted' });

const wantedKey = 'the key, where the header x-svc-key does not hold it';

export const keyUsageQuery = z.object({
  key: z.string({ error: wantedKey }).optional().meta({ description: wantedKey }),
});

const count = z.int().min(0);

const span = z.object({
  total: count,
  errors: count.meta({ description: 'answers with a status of 400 or above' }),
  topPaths: z.array(z.object({ path: z.string(), total: count, errors: count })),
});

export const keyUsage = z
  .object({
    key: z.object({
      label: z.string(),
      created: z.int(),
      expires,
      lastUsed: z
        .int()
        .nullable()
        .meta({ description: 'epoch milliseconds; null where it was not used yet' }),
    }),
    hour: span.meta({ description: 'the last 60 minutes' }),
    day: span.meta({ description: 'the last 24 hours' }),
    recent: z
      .array(z.object({ path: z.string(), status: z.int(), ms: count, ts: z.int() }))
      .meta({ description: 'the newest first' }),
  })
  .meta({ id: 'KeyUsage' });
