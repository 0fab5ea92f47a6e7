import * as z from 'zod';
import { answerFields as field } from './answer-fields.ts';

/** Every refusal and fault. Clients branch on `errorCode`. */
export const errorBody = z.object({
  error: z.string(),
  errorCode: z.string(),
  retryable: z.boolean(),
  retryAfterMs: z.int().optional(),
  suggestedAction: z.string(),
  docs: z.string(),
  requestId: z.string(),
  /** The state of a corridor that cannot be settled. */
  status: z.literal('UNSUPPORTED_DIRECTION').optional(),
  /** Why each rail was not taken. */
  reasons: z.array(field.refusal).optional(),
  /** Facts beside the message: the field at fault, candidates, bounds. */
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])).optional(),
  /** A valid request of the endpoint, beside malformed ones. */
  example: z.record(z.string(), z.unknown()).optional(),
  /** The query's names, beside malformed queries. */
  usage: z.object({ request: z.string(), query: z.record(z.string(), z.string()) }).optional(),
});

export type ErrorBody = z.output<typeof errorBody>;
