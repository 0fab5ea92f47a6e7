import * as z from 'zod';
import { answerFields as field } from '../server/schemas/answer-fields.ts';

export const statusAnswer = z
  .object({
    status: z.enum(['operational', 'degraded', 'down', 'unknown']),
    ts: z.int().meta({ description: 'epoch milliseconds' }),
    nodes: z.object({
      up: z.int(),
      total: z.int(),
      evm: z.array(z.object({ chainId: z.int(), name: z.string(), up: z.boolean() })),
      nonEvm: z.array(field.isUp),
    }),
    rails: z.array(field.isUp),
    routes: z
      .int()
      .nullable()
      .meta({ description: 'lanes that can be executed now; null while unknown' }),
    endpoints: z.array(field.isUp),
  })
  .meta({ id: 'Status' });
