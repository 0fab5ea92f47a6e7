import * as z from 'zod';
import { understoodIntent, understoodRequest } from '../transfer/agent/schemas.ts';

const wantedQuestion = 'a question of 1 to 500 characters';

export const askBody = z.object({
  question: z
    .string({ error: wantedQuestion })
    .min(1, { error: wantedQuestion })
    .max(500, { error: wantedQuestion }),
});

const source = z.object({
  kind: z.enum(['error', 'endpoint', 'chain', 'token', 'rail', 'terms', 'guide']),
  id: z.string(),
  href: z.string().meta({ description: 'where the same is said in full' }),
});

export const askAnswer = z
  .object({
    answer: z.string(),
    sources: z.array(source).meta({
      description: 'what the answer was taken from; empty where the service does not know',
    }),
    body: understoodRequest
      .optional()
      .meta({ description: 'for POST /api/agent/do, where the text asks for a transfer' }),
    understood: understoodIntent.optional(),
    needs: z
      .array(z.object({ field: z.string(), question: z.string(), candidates: z.array(z.string()) }))
      .optional()
      .meta({ description: 'what a transfer still lacks' }),
  })
  .meta({ id: 'AskAnswer' });
