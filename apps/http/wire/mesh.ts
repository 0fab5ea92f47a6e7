import * as z from 'zod';
import { answerFields as field } from './answer-fields.ts';

const direction = z.object({ executeReady: z.boolean(), quotable: z.boolean(), reason: z.string().optional() });

const node = z.object({ name: z.string(), executeReady: z.boolean(), asSource: direction, asDestination: direction, reason: z.string().optional() });

export const meshAnswer = z.looseObject({
  nodes: z.int(),
  chains: z.array(z.int()),
  routableNonEvm: z.array(z.string()),
  directedRoutes: z.int().min(0),
  relayer: field.evmAddress,
  permit2: field.evmAddress,
  engine: z.string(),
  nonEvmNodes: z.record(z.string(), node),
  comparatorQuoteOnly: z.record(z.string(), node),
});
