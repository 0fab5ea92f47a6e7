import * as z from 'zod';

export const aliveAnswer = z.object({ status: z.literal('alive') });

export const readyAnswer = z.object({
  status: z.literal('ready'),
  checks: z.record(z.string(), z.literal('up')),
});
