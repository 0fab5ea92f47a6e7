import * as z from 'zod';
import { rankedRail } from './receipt-schema.ts';

const blocker = z.object({
  code: z
    .string()
    .meta({ description: 'the code execute would refuse with', examples: ['PAYER_NOT_READY'] }),
  error: z.string(),
  suggestedAction: z
    .string()
    .meta({ description: 'what to do about it, with amounts and addresses' }),
});

export const preflightAnswer = z
  .object({
    go: z.boolean().meta({ description: 'true when nothing stands in the way' }),
    blockers: z
      .array(blocker)
      .meta({ description: 'everything that stands in the way, not only the first thing' }),
    warnings: z.array(z.string()),
    rankedRails: z.array(rankedRail).meta({ description: 'what execute would try, in its order' }),
  })
  .meta({ id: 'Preflight' });
