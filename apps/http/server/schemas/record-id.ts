import * as z from 'zod';

/** The id of a record in a path: its kind's prefix and 128 random bits. */
export function recordId(prefix: string, from: string): z.ZodObject<{ id: z.ZodString }> {
  return z.object({
    id: z.string().regex(new RegExp(`^${prefix}_[0-9a-f]{32}$`), {
      error: `the id that ${from} answered with`,
    }),
  });
}
