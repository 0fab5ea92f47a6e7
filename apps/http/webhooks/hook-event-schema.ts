import * as z from 'zod';
import { answerFields as field } from '../server/schemas/answer-fields.ts';

/** What a webhook is told when its route has ended. */
export const hookEvent = z
  .object({
    event: z.enum(['route.done', 'route.failed']),
    routeId: z.string().meta({ examples: ['rt_0123456789abcdef0123456789abcdef'] }),
    status: z.enum(['DONE', 'FAILED']),
    destTx: field.hash,
    srcTx: field.hash,
    ts: z.int().meta({
      description: 'epoch milliseconds; refuse what is older than five minutes',
      examples: [1_763_600_000_000],
    }),
  })
  .meta({ id: 'HookEvent' });
