import * as z from 'zod';
import { answerFields as field } from '../server/schemas/answer-fields.ts';

const direction = z.object({
  executeReady: z.boolean(),
  quotable: z.boolean(),
  reason: z.string().optional(),
});

const node = z.object({
  name: z.string(),
  executeReady: z.boolean(),
  asSource: direction,
  asDestination: direction,
  reason: z.string().optional(),
});

export const meshAnswer = z
  .looseObject({
    nodes: z
      .int()
      .meta({ description: 'all that can be a side of a lane, those that are not built included' }),
    chains: z.array(z.int()).meta({ description: 'EVM chain ids' }),
    routableNonEvm: z
      .array(z.string())
      .meta({ description: 'nodes beyond the EVM, by the names that requests take' }),
    directedRoutes: z
      .int()
      .min(0)
      .meta({ description: 'lanes that can be executed now, each direction counted' }),
    relayer: field.evmAddress.meta({
      description: 'whom a permit is signed for, on every EVM chain',
    }),
    permit2: field.evmAddress.meta({ description: 'the canonical permit contract' }),
    engine: z.string(),
    nonEvmNodes: z
      .record(z.string(), node)
      .meta({ description: 'by the names that requests take' }),
    comparatorQuoteOnly: z
      .record(z.string(), node)
      .meta({ description: 'what can only be priced' }),
  })
  .meta({ id: 'Mesh' });
