import * as z from 'zod';

const label = z
  .string({ error: 'a name for the key, of at most 80 characters' })
  .regex(/^[^\p{Cc}]{0,80}$/u, { error: 'a name for the key, of at most 80 characters' });

export const createKeyBody = z.strictObject({
  label: label.optional().meta({ description: 'your own name for the key' }),
});

export const keyCreated = z
  .object({
    key: z
      .string()
      .regex(/^ak_[0-9a-f]{48}$/)
      .meta({ description: 'shown this once', examples: [`ak_${'0'.repeat(48)}`] }),
    label: z.string(),
    created: z.int().meta({ description: 'epoch milliseconds' }),
    note: z.string(),
  })
  .meta({ id: 'KeyCreated' });

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
    key: z.object({ label: z.string(), created: z.int() }),
    hour: span.meta({ description: 'the last 60 minutes' }),
    day: span.meta({ description: 'the last 24 hours' }),
    recent: z
      .array(z.object({ path: z.string(), status: z.int(), ms: count, ts: z.int() }))
      .meta({ description: 'the newest first' }),
  })
  .meta({ id: 'KeyUsage' });
