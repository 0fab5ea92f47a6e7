import * as z from 'zod';
import { errorBody } from './error-body.ts';

/**
 * The error body with RFC 9457's members beside its own, for `Accept: application/problem+json`.
 */
export const problemBody = z
  .object({
    ...errorBody.shape,
    type: z.string().meta({ description: 'where the code is explained; the same as `docs`' }),
    title: z.string().meta({ description: 'what the code means' }),
    status: z.int().meta({ description: 'the HTTP status' }),
    detail: z.string().meta({ description: 'the same as `error`' }),
  })
  .meta({ id: 'Problem' });

export type ProblemBody = z.output<typeof problemBody>;
