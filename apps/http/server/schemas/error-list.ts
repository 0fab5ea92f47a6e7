import * as z from 'zod';

export const errorListAnswer = z
  .object({
    errors: z.array(
      z.object({
        code: z.string(),
        http: z.int(),
        retryable: z.boolean(),
        retryAfterMs: z.int().optional(),
        summary: z.string(),
        suggestedAction: z.string(),
        docs: z.string(),
      }),
    ),
    count: z.int(),
  })
  .meta({ id: 'ErrorList' });
