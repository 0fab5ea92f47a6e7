import * as z from 'zod';
import { answerFields as field } from './fields.ts';

/** Every refusal and fault. Clients branch on `errorCode`. */
export const errorBody = z
  .object({
    error: z.string().meta({ description: 'in words, for people; may change' }),
    errorCode: field.errorCode,
    retryable: z.boolean().meta({ description: 'the same request may succeed later' }),
    retryAfterMs: z
      .int()
      .optional()
      .meta({ description: 'how long to wait; Retry-After says the same in seconds' }),
    suggestedAction: z.string().meta({ description: 'what to change or do' }),
    docs: z.string().meta({ description: 'where the code is explained' }),
    requestId: z.string().meta({ description: 'the x-request-id; tell us this one' }),
    status: z
      .literal('UNSUPPORTED_DIRECTION')
      .optional()
      .meta({ description: 'of a corridor that cannot be settled' }),
    reasons: z.array(field.refusal).optional().meta({ description: 'why each rail was not taken' }),
    details: z
      .record(
        z.string(),
        z.union([
          z.string(),
          z.number(),
          z.boolean(),
          z.array(z.string()),
          z.array(z.record(z.string(), z.unknown())),
          z.record(z.string(), z.unknown()),
        ]),
      )
      .optional()
      .meta({
        description:
          'facts beside the message: the field at fault, candidates, bounds; with PLAN_UNSATISFIABLE, rejected says of each source why; with PRICE_MOVED, signAgain is what /api/agent/do answers now',
      }),
    example: z
      .record(z.string(), z.unknown())
      .optional()
      .meta({ description: 'with 400: a valid request of the endpoint' }),
    usage: z
      .object({ request: z.string(), query: z.record(z.string(), z.string()) })
      .optional()
      .meta({ description: 'with 400 to a query: the names it takes' }),
  })
  .meta({ id: 'Error' });

export type ErrorBody = z.output<typeof errorBody>;

/** The error body together with RFC 9457's members, for `Accept: application/problem+json`. */
export const problemBody = z
  .object({
    ...errorBody.shape,
    type: z.string().meta({
      description:
        'where the code is explained: the same as `docs`, or the type that IANA has registered',
    }),
    title: z.string().meta({ description: 'what the code means' }),
    status: z.int().meta({ description: 'the HTTP status' }),
    detail: z.string().meta({ description: 'the same as `error`' }),
  })
  .meta({ id: 'Problem' });

export type ProblemBody = z.output<typeof problemBody>;
